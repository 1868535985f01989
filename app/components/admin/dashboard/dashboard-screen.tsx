import { Form, Link } from "@remix-run/react";
import type { Dashboard } from "#domain/operations/dashboard.server.ts";
import { PictureIcon, PlusIcon, QrIcon } from "#app/components/ui/icons.tsx";
import { NewestFinds } from "./newest-finds.tsx";
import { SiteHealth } from "./site-health.tsx";
import { UnplacedFinds } from "./unplaced-finds.tsx";
import { WaitingFinds, type WaitingFindWithRock } from "./waiting-finds.tsx";
import "./dashboard.css";

interface Props extends Omit<Dashboard, "waiting"> {
  waiting: { count: number; first: WaitingFindWithRock[] };
}

/** What needs the admin, what visitors see first, and how the site is. */
export const DashboardScreen = ({
  waiting,
  unplaced,
  newest,
  ...site
}: Props) => (
  <>
    <header className="admin-head">
      <h1>Dashboard</h1>
      <Form method="post" action="/logout">
        <button className="btn btn--quiet">Logout</button>
      </Form>
    </header>
    <div className="dashboard">
      <div className="dashboard-main">
        <WaitingFinds {...waiting} newest={newest[0]} />
        <UnplacedFinds {...unplaced} />
        <NewestFinds finds={newest} />
      </div>
      <div className="dashboard-side">
        <nav className="shortcuts" aria-label="Often needed">
          <Link to="/admin/rocks" state={{ creates: true }}>
            <PlusIcon />
            Create Rock
          </Link>
          <Link to="/admin/jobs#qr-codes">
            <QrIcon />
            Print QR codes
          </Link>
          <Link to="/admin/albums">
            <PictureIcon />
            Albums
          </Link>
        </nav>
        <SiteHealth {...site} />
      </div>
    </div>
  </>
);
