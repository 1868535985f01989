import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { formatCount } from "#app/components/ui/format-count.ts";
import { AlertIcon, CheckIcon } from "#app/components/ui/icons.tsx";
import type { Dashboard } from "#domain/operations/dashboard.server.ts";
import { FailedImages } from "./failed-images.tsx";
import "./site-health.css";

/** How the site is: what works in small print, and what is wrong with what can be done about it. */
export function SiteHealth({
  failed,
  health,
  jobs,
  storage,
}: Pick<Dashboard, "failed" | "health" | "jobs" | "storage">) {
  const wrong = {
    pictures: failed.count > 0 || health.media === "down",
    queue: health.queue === "down",
    workers: jobs.workers === 0,
    database: health.database === "down",
  };
  const troubles = Object.values(wrong).filter(Boolean).length;
  return (
    <section aria-labelledby="state">
      <header className="dashboard-head">
        <h2 id="state">
          {troubles === 0
            ? "All is well"
            : troubles === 1
              ? "One thing needs you"
              : `${troubles} things need you`}
        </h2>
        <Link to="/admin/jobs">See the jobs</Link>
      </header>
      <dl className="site-health">
        <Fact
          what="Pictures"
          isWrong={wrong.pictures}
          more={
            storage.media === null
              ? "being counted"
              : formatBytes(storage.media)
          }
        >
          {storage.disk === null
            ? "The folder is not there: nothing can be saved or deleted"
            : health.media === "down"
              ? "Can’t be written"
              : failed.count > 0
                ? `${formatCount(failed.count)} could not be made`
                : "Every one is made"}
        </Fact>
        <Fact what="Queue" isWrong={wrong.queue}>
          {wrong.queue
            ? "Does not answer: pictures wait until it does"
            : describeQueue(jobs)}
        </Fact>
        <Fact what="Workers" isWrong={wrong.workers}>
          {wrong.workers ? "None is running" : `${jobs.workers} running`}
        </Fact>
        <Fact
          what="Database"
          isWrong={wrong.database}
          more={formatBytes(storage.database)}
        >
          {wrong.database ? "Can’t be written" : "Saves"}
        </Fact>
        {storage.disk && (
          <Fact
            what="Free"
            isWrong={false}
            more={`of ${formatBytes(storage.disk.total)}`}
          >
            {formatBytes(storage.disk.free)}
          </Fact>
        )}
      </dl>
      {storage.disk && (
        <meter
          className="disk"
          aria-label="Disk in use"
          max={storage.disk.total}
          value={storage.disk.total - storage.disk.free}
        />
      )}
      <FailedImages {...failed} />
    </section>
  );
}

function Fact({
  what,
  isWrong,
  more,
  children,
}: {
  what: string;
  isWrong: boolean;
  more?: string;
  children: ReactNode;
}) {
  return (
    <div className={isWrong ? "is-wrong" : undefined}>
      <dt>
        {isWrong ? <AlertIcon /> : <CheckIcon />}
        {what}
      </dt>
      <dd>
        {children}
        {more && <small>{more}</small>}
      </dd>
    </div>
  );
}

const describeQueue = ({ queued, running }: Dashboard["jobs"]) =>
  queued + running === 0
    ? "Nothing to do"
    : `${formatCount(running)} being done, ${formatCount(queued)} waiting`;

const UNITS = ["bytes", "kB", "MB", "GB", "TB"];

function formatBytes(count: number) {
  const unit = Math.min(
    UNITS.length - 1,
    Math.floor(Math.log(Math.max(count, 1)) / Math.log(1000)),
  );
  const value = count / 1000 ** unit;
  return `${value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 1 : 0 })} ${UNITS[unit]}`;
}
