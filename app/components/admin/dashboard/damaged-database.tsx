import { WarningIcon } from "#app/components/ui/more-icons.tsx";
import "./dashboard.css";
import "./site-health.css";

/** All that the dashboard shows when the database is damaged, because its lists may be wrong. */
export const DamagedDatabase = ({
  reason,
  advice,
}: {
  reason: string;
  advice: string;
}) => (
  <>
    <header className="admin-head dashboard-top">
      <h1>Dashboard</h1>
    </header>
    <section aria-labelledby="state" className="dashboard-health">
      <header className="dashboard-head">
        <h2 id="state">One thing needs you</h2>
      </header>
      <div className="trouble notice notice--bad" role="alert">
        <WarningIcon />
        <p>
          <b>The database is damaged.</b>{" "}
          <span>{`Nothing is saved any more, so that nothing gets worse, and no backup is made of it. ${advice} The database says: ${reason}`}</span>
        </p>
      </div>
    </section>
  </>
);
