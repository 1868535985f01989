import { Link } from "@remix-run/react";
import type { Dashboard } from "#domain/dashboard.server.ts";
import { formatCount } from "../ui/format-count.ts";

/** How the site is: its parts, what is being worked on, and how much room there is. */
export function SiteState({
  health,
  jobs,
  storage,
}: Pick<Dashboard, "health" | "jobs" | "storage">) {
  return (
    <section aria-labelledby="state">
      <h2 id="state">The site</h2>
      <dl className="site-state">
        <div>
          <dt>Queue</dt>
          <dd>
            {health.queue === "ok"
              ? queueOf(jobs)
              : "Does not answer: pictures wait until it does"}
          </dd>
        </div>
        <div>
          <dt>Workers</dt>
          <dd>
            {jobs.workers === 0 ? "None is running" : `${jobs.workers} running`}
          </dd>
        </div>
        <div>
          <dt>Database</dt>
          <dd>
            {health.database === "ok"
              ? bytes(storage.database)
              : "Can’t be written"}
          </dd>
        </div>
        <div>
          <dt>Pictures</dt>
          <dd>
            {storage.free === null
              ? "The folder is not there: nothing can be saved or deleted · "
              : health.media === "down" && "Can’t be written · "}
            {storage.media === null ? "Being counted" : bytes(storage.media)}
          </dd>
        </div>
        <div>
          <dt>Free</dt>
          <dd>{storage.free === null ? "Unknown" : bytes(storage.free)}</dd>
        </div>
      </dl>
      <p>
        <Link to="/admin/jobs">See the jobs</Link>
      </p>
    </section>
  );
}

const queueOf = ({ queued, running }: Dashboard["jobs"]) =>
  queued + running === 0
    ? "Nothing to do"
    : `${formatCount(running)} being done, ${formatCount(queued)} waiting`;

const UNITS = ["bytes", "kB", "MB", "GB", "TB"];

function bytes(count: number) {
  const unit = Math.min(
    UNITS.length - 1,
    Math.floor(Math.log(Math.max(count, 1)) / Math.log(1000)),
  );
  const value = count / 1000 ** unit;
  return `${value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 1 : 0 })} ${UNITS[unit]}`;
}
