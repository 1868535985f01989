import { countOf, formatCount, plural } from "#domain/core/words.ts";
import { Link, useRevalidator } from "@remix-run/react";
import { CheckIcon, WarningIcon } from "#app/components/ui/more-icons.tsx";
import type { Backups } from "#domain/backup/schedule.server.ts";
import type {
  Dashboard,
  FailedImage,
} from "#domain/health/dashboard.server.ts";
import type { CheckSummary } from "#domain/check/report.server.ts";
import { describeAge, formatBytes } from "#app/components/words/measures.ts";
import { Failure } from "#app/components/fields/failure.tsx";
import { useState } from "react";
import { useSave } from "#app/components/admin/data/use-save.ts";
import { Button } from "#app/components/ui/button.tsx";
import "./site-health.css";
import "./dashboard.css";

type State = Pick<
  Dashboard,
  "failed" | "health" | "backups" | "check" | "mail" | "jobs" | "storage"
> & {
  /** Milliseconds since 1970, by the server's clock. */
  now: number;
};

/** One line of the site's health. */
interface Fact {
  what: string;
  value: string;
  more?: string;
  /** What is wrong, what is safe and what to do, if anything is. */
  trouble?: { title: string; words: string };
}

const BACKUP = "Backup";

/** How the site is: what is wrong first, with what to do about it, then what works in small print. */
export function SiteHealth(state: State) {
  const facts = [
    describePictures(state),
    describeBackups(state),
    describeCheck(state),
    describeMail(state),
    describeQueue(state),
    describeDatabase(state),
  ].filter((fact) => fact !== undefined);
  const { disk } = state.storage;
  const troubles = facts.flatMap(({ trouble }) => trouble ?? []);
  const count = troubles.length + (state.failed.count > 0 ? 1 : 0);
  return (
    <section aria-labelledby="state" className="dashboard-health">
      <header className="dashboard-head">
        <h2 id="state">
          {count === 0
            ? "All is well"
            : plural(count, "One thing needs you", `${count} things need you`)}
        </h2>
        {facts.find(({ trouble }) => trouble)?.what === BACKUP ? (
          <Link to="/admin/backups">See the backups</Link>
        ) : (
          <Link to="/admin/jobs">See the jobs</Link>
        )}
      </header>
      {troubles.map(({ title, words }) => (
        <div className="trouble notice notice--bad" key={title}>
          <WarningIcon />
          <p>
            <b>{title}</b> <span>{words}</span>
          </p>
        </div>
      ))}
      <FailedImages {...state.failed} />
      <dl className="site-health lined">
        {facts.map((fact) => (
          <FactLine
            key={fact.what}
            {...fact}
            isWrong={
              fact.trouble !== undefined ||
              (fact.what === "Pictures" && state.failed.count > 0)
            }
          />
        ))}
        {disk && (
          <FactLine
            what="Disk"
            value={`${formatBytes(disk.free)} free`}
            more={`of ${formatBytes(disk.total)}`}
          />
        )}
      </dl>
      {disk && (
        <meter
          className="disk bar"
          aria-label="Disk in use"
          max={disk.total}
          value={disk.total - disk.free}
        />
      )}
    </section>
  );
}

const FactLine = ({
  what,
  value,
  more,
  isWrong = false,
}: Fact & { isWrong?: boolean }) => (
  <div className={isWrong ? "is-wrong" : undefined}>
    <dt>
      {isWrong ? <WarningIcon /> : <CheckIcon />}
      <span>{what}</span>
    </dt>
    <dd>
      <span>{value}</span>
      {more && <small>{more}</small>}
    </dd>
  </div>
);

function describePictures({ failed, health, storage }: State): Fact {
  const what = "Pictures";
  if (storage.disk === null)
    return {
      what,
      value: "Not there",
      trouble: {
        title: "The folder of pictures is not there.",
        words:
          "Nothing can be saved or deleted until it is back. Texts and finds are safe in the database. See that its disk is connected.",
      },
    };
  if (health.media === "full")
    return {
      what,
      value: "No room",
      trouble: {
        title: "There is no room for more pictures.",
        words:
          "Those that are there are safe, and visitors see them. Make room on the disk, so that finds can be sent again.",
      },
    };
  if (health.media === "down")
    return {
      what,
      value: "Can’t be written",
      trouble: {
        title: "Pictures can’t be saved.",
        words:
          "Those that are there are safe. See that the site may write to the disk.",
      },
    };
  return {
    what,
    value:
      failed.count > 0
        ? `${formatCount(failed.count)} could not be made`
        : "Every one is made",
    more: storage.media === null ? "being counted" : formatBytes(storage.media),
  };
}

function describeBackups({ backups, now }: State): Fact {
  const what = BACKUP;
  if (!backups)
    return {
      what,
      value: "None",
      trouble: {
        title: "No backups are made.",
        words:
          "If this disk fails, everything is lost. Set BACKUP_DIR to a folder on another disk, and the site makes them by itself.",
      },
    };
  const { newest, kept, archives } = backups;
  const more = [
    newest !== null && `${formatCount(kept)} kept`,
    archives.count > 0 &&
      `${countOf(archives.count, "archive")} beside them (${formatBytes(archives.bytes)}), which you may remove`,
  ].filter(Boolean);
  return {
    what,
    value: newest === null ? "None yet" : describeAge(now - newest),
    more: more.length > 0 ? more.join(", ") : undefined,
    trouble: describeBackupTrouble(backups) ?? describeRot(backups),
  };
}

/** What the nightly reading of the backups has found. */
function describeRot({ damaged }: Backups): Fact["trouble"] {
  if (damaged.length === 0) return undefined;
  const [first] = damaged;
  return {
    title: `${countOf(damaged.length, "file")} in the backups changed on the disk.`,
    words: `No sound copy was found. The first is ${first!.path} in ${first!.backup}. All else in the backups can be restored. Look at the disk, because more may be damaged.`,
  };
}

function describeBackupTrouble({
  newest,
  isLate,
  trouble,
}: Backups): Fact["trouble"] {
  if (trouble?.ok) {
    const { missing, damaged } = trouble;
    const lacks = [
      missing > 0 && `${formatCount(missing)} missing`,
      damaged > 0 && `${formatCount(damaged)} damaged`,
    ].filter(Boolean);
    return {
      title: `The last backup lacks originals: ${lacks.join(", ")}.`,
      words:
        "Complete backups are kept and give way to complete ones only. Run npm run check: it names these originals and says how to bring them back.",
    };
  }
  if (!isLate && !trouble) return undefined;
  return {
    title:
      newest === null
        ? "No backup has been made yet."
        : isLate
          ? "The newest backup is older than it should be."
          : "The last backup could not be made.",
    words: `${newest === null ? "" : "Older ones are safe. "}The site keeps trying. ${trouble?.error ? `It said: ${trouble.error}` : "If this stays, see that BACKUP_DIR has room and that the site may write to it."}`,
  };
}

function describeCheck({ check, now }: State): Fact {
  const what = "Check";
  if (!check)
    return { what, value: "None yet", more: "the first comes by itself" };
  if ("error" in check)
    return {
      what,
      value: "Failed",
      trouble: {
        title: "The originals could not be checked.",
        words: `Nothing was changed, and the site tries again every hour. The check said: ${check.error}`,
      },
    };
  return {
    what,
    value: describeAge(now - check.ended),
    more: [
      `${formatCount(check.originals)} originals`,
      check.madeAgain > 0 &&
        `${countOf(check.madeAgain, "broken smaller picture")} made again`,
    ]
      .filter(Boolean)
      .join(", "),
    trouble:
      describeWrong(check) ??
      (check.isLate
        ? {
            title: "Last night’s check is missing.",
            words:
              "Pictures that are damaged stay unnoticed until the next one. The log says why.",
          }
        : undefined),
  };
}

function describeWrong({
  missing,
  changed,
  unlisted,
  some,
}: CheckSummary): Fact["trouble"] {
  const found = [
    { count: missing, is: "missing" },
    { count: changed, is: "changed" },
    { count: unlisted, is: "listed nowhere" },
  ].filter(({ count }) => count > 0);
  if (found.length === 0) return undefined;
  const lost = missing + changed;
  return {
    title: `Originals: ${found.map(({ count, is }) => `${formatCount(count)} ${is}`).join(", ")}.`,
    words: [
      `${lost + unlisted > some.length ? "The first are" : plural(some.length, "It is", "They are")} ${some.join(", ")}.`,
      lost > 0 &&
        "Bring them back from a backup: npm run check -- --from FOLDER.",
      unlisted > 0 &&
        "What is listed nowhere stays where it is: sync the albums if it belongs there. npm run check lists it.",
    ]
      .filter(Boolean)
      .join(" "),
  };
}

/** Nothing if no mails are sent. */
function describeMail({ mail, now }: State): Fact | undefined {
  if (!mail) return undefined;
  const { at, sent_dt, error } = mail;
  return {
    what: "Daily mail",
    value: sent_dt ? describeAge(now - Date.parse(sent_dt)) : "None yet",
    more: `at ${at}, if finds wait`,
    trouble:
      error === undefined
        ? undefined
        : {
            title: "The daily mail could not be sent.",
            words: `The finds are safe, and the site keeps trying. The mail server said: ${error}`,
          },
  };
}

function describeQueue({ health, jobs }: State): Fact {
  const { queued, running, workers } = jobs;
  const what = "Queue";
  if (health.queue === "down")
    return {
      what,
      value: "Does not answer",
      trouble: {
        title: "The queue does not answer.",
        words:
          "New pictures wait until it does, and nothing is lost. See that Redis is running.",
      },
    };
  if (workers === 0)
    return {
      what,
      value: "No worker",
      trouble: {
        title: "No worker is running.",
        words:
          "New pictures wait until one does, and nothing is lost. Start a worker.",
      },
    };
  return {
    what,
    value:
      queued + running === 0
        ? "Nothing to do"
        : `${formatCount(running)} being done, ${formatCount(queued)} waiting`,
    more: `${countOf(workers, "worker")} running`,
  };
}

const describeDatabase = ({ health, storage }: State): Fact => ({
  what: "Database",
  value: health.database === "down" ? "Can’t be written" : "Saves",
  more: formatBytes(storage.database),
  trouble:
    health.database === "down"
      ? {
          title: "The database can’t be written.",
          words:
            "What was saved is safe, but nothing new can be. See that its disk has room.",
        }
      : undefined,
});

/** The pictures whose smaller versions could not be made, each with its reason. */
function FailedImages({
  count,
  first,
}: {
  count: number;
  first: FailedImage[];
}) {
  if (count === 0) return null;
  return (
    <div className="failed notice notice--bad">
      <h3>{`${countOf(count, "picture")} could not be made`}</h3>
      <p>What was sent is safe; its smaller versions are missing.</p>
      <ul className="failed-images">
        {first.map((image) => (
          <FailedItem key={`${image.folder} ${image.what}`} image={image} />
        ))}
      </ul>
      {count > first.length && (
        <p className="soft">{`The first ${first.length} are listed.`}</p>
      )}
    </div>
  );
}

function FailedItem({ image }: { image: FailedImage }) {
  const { call, isBusy, failure } = useSave();
  const [isTriedAgain, setIsTriedAgain] = useState(false);
  const { revalidate } = useRevalidator();

  async function tryAgain() {
    const body = { path: image.folder };
    if (!(await call("POST /api/create-images", { body })).ok) return;
    setIsTriedAgain(true);
    revalidate();
  }

  return (
    <li>
      <b>{image.what}</b>
      <span>{` ${image.error} `}</span>
      {isTriedAgain ? (
        <span role="status">It is being tried again.</span>
      ) : (
        <Button look="mini" busy={isBusy} onClick={() => void tryAgain()}>
          Try again<span className="sr">{`: ${image.what}`}</span>
        </Button>
      )}
      <Failure>{failure && "That could not be started."}</Failure>
    </li>
  );
}

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
