import { countOf, formatCount, plural } from "#core/words.ts";
import { Link, useRevalidator } from "@remix-run/react";
import { CheckIcon, WarningIcon } from "#app/components/ui/more-icons.tsx";
import type { Backups } from "#domain/backup/schedule.server.ts";
import type {
  Dashboard,
  FailedImage,
} from "#domain/health/dashboard.server.ts";
import type { CheckSummary } from "#domain/check/nightly.server.ts";
import {
  describeAge,
  formatBytes,
  shorten,
} from "#app/components/language/english.ts";
import { Failure } from "#app/components/fields/field.tsx";
import { useSave } from "#app/components/admin/data/use-save.ts";
import { Part } from "#app/components/admin/ui/screen.tsx";
import { Button } from "#app/components/ui/button.tsx";

interface Fact {
  what: string;
  value: string;
  more?: string;
  /** The problem, if there is one: its effects, what is safe, and what to do. */
  trouble?: Trouble;
}
type Trouble = [title: string, words: string];

export function SiteHealth(state: Dashboard) {
  const facts = CHECKS.flatMap((check) => check(state) ?? []);
  const { disk } = state.storage;
  const troubles = facts.flatMap(({ trouble }) => (trouble ? [trouble] : []));
  const count = troubles.length + (state.failed.count > 0 ? 1 : 0);
  return (
    <Part
      id="state"
      title={
        count === 0
          ? "All is well"
          : plural(count, "One thing needs you", `${count} things need you`)
      }
      aside={
        <Link className="text-btn" to="/admin/jobs">
          See the jobs
        </Link>
      }
    >
      {troubles.map(([title, words]) => (
        <Notice key={title} title={title} words={words} />
      ))}
      <FailedImages {...state.failed} />
      <dl className="site-health small lined">
        {facts.map(({ what, value, more, trouble }) => {
          const isWrong =
            trouble !== undefined ||
            (what === "Pictures" && state.failed.count > 0);
          return (
            <div key={what} className={`row ends ${isWrong ? "is-wrong" : ""}`}>
              <dt className="row">
                {isWrong ? <WarningIcon /> : <CheckIcon />}
                <span>{what}</span>
              </dt>
              <dd>
                <span>{value}</span>
                {more && <small>{more}</small>}
              </dd>
            </div>
          );
        })}
      </dl>
      {disk && (
        <meter
          className="disk bar"
          aria-label="Disk in use"
          max={disk.total}
          value={disk.total - disk.free}
        />
      )}
    </Part>
  );
}

const Notice = ({
  title,
  words,
  role,
}: {
  title: string;
  words: string;
  role?: "alert";
}) => (
  <div className="trouble notice notice--bad" role={role}>
    <WarningIcon />
    <p>
      <b>{title}</b> <span>{words}</span>
    </p>
  </div>
);

const wrong = (
  what: string,
  value: string,
  title: string,
  words: string,
): Fact => ({ what, value, trouble: [title, words] });

const join = (parts: (string | false)[], between = ", ") =>
  parts.filter(Boolean).join(between);

/** Each check returns one fact about the site's health; undefined if there is nothing to check. */
const CHECKS: ((state: Dashboard) => Fact | undefined)[] = [
  ({ failed, health, storage }) => {
    const what = "Pictures";
    if (health.media === "full")
      return wrong(
        what,
        "No room",
        "There is no room for more pictures.",
        "Those that are there are safe, and visitors see them. Make room on the disk, so that finds can be sent again.",
      );
    if (storage.disk === null || health.media === "down")
      return wrong(
        what,
        "Can’t be written",
        "Pictures can’t be saved.",
        "Texts and finds are safe in the database. See that the disk of the pictures is connected, and that the site may write to it.",
      );
    const count = formatCount(failed.count);
    return {
      what,
      value:
        failed.count > 0 ? `${count} could not be made` : "Every one is made",
      more:
        storage.media === null ? "being counted" : formatBytes(storage.media),
    };
  },
  ({ backups, now }) => {
    const what = "Backup";
    if (!backups)
      return wrong(
        what,
        "None",
        "No backups are made.",
        "If this disk fails, everything is lost. Set BACKUP_DIR to a folder on another disk, and the site makes them by itself.",
      );
    const { newest, kept } = backups;
    return {
      what,
      value: newest === null ? "None yet" : describeAge(now - newest),
      more: newest === null ? "" : `${formatCount(kept)} kept`,
      trouble: describeBackupTrouble(backups),
    };
  },
  ({ check, now }) => {
    const what = "Check";
    if (!check)
      return { what, value: "None yet", more: "the first comes by itself" };
    if ("error" in check)
      return wrong(
        what,
        "Failed",
        "The originals could not be checked.",
        `Nothing was changed, and the site tries again every hour. The check said: ${check.error}`,
      );
    const missed: Trouble = [
      "Last night’s check is missing.",
      "Pictures that are damaged stay unnoticed until the next one. The log says why.",
    ];
    return {
      what,
      value: describeAge(now - check.ended),
      more: join([
        `${formatCount(check.originals)} originals`,
        check.madeAgain > 0 &&
          `${countOf(check.madeAgain, "broken smaller picture")} made again`,
      ]),
      trouble: describeWrong(check) ?? (check.isLate ? missed : undefined),
    };
  },
  ({ leftOut: { count, words } }) =>
    count > 0
      ? {
          what: "Albums",
          value: `${formatCount(count)} left out`,
          more: `${words}. ${plural(count, "It is", "They are")} in no backup.`,
        }
      : undefined,
  ({ mail, now }) =>
    mail && {
      what: "Daily mail",
      value: mail.sent_dt
        ? describeAge(now - Date.parse(mail.sent_dt))
        : "None yet",
      more: `at ${mail.at}, if finds wait`,
      trouble:
        mail.error === undefined
          ? undefined
          : [
              "The daily mail could not be sent.",
              `The finds are safe, and the site keeps trying. The mail server said: ${mail.error}`,
            ],
    },
  ({ health, jobs: { queued, running, workers } }) => {
    const what = "Queue";
    if (health.queue === "down")
      return wrong(
        what,
        "Does not answer",
        "The queue does not answer.",
        "New pictures wait until it does, and nothing is lost. See that Redis is running.",
      );
    if (workers === 0)
      return wrong(
        what,
        "No worker",
        "No worker is running.",
        "New pictures wait until one does, and nothing is lost. Start a worker.",
      );
    const value = `${formatCount(running)} being done, ${formatCount(queued)} waiting`;
    return {
      what,
      value: queued + running === 0 ? "Nothing to do" : value,
      more: `${countOf(workers, "worker")} running`,
    };
  },
  ({ health, storage }) => ({
    ...(health.database === "down"
      ? wrong(
          "Database",
          "Can’t be written",
          "The database can’t be written.",
          "What was saved is safe, but nothing new can be. See that its disk has room.",
        )
      : { what: "Database", value: "Saves" }),
    more: formatBytes(storage.database),
  }),
  ({ storage: { disk } }) =>
    disk
      ? {
          what: "Disk",
          value: `${formatBytes(disk.free)} free`,
          more: `of ${formatBytes(disk.total)}`,
        }
      : undefined,
];

function describeBackupTrouble({
  newest,
  isLate,
  trouble,
  damaged,
}: Backups): Trouble | undefined {
  if (trouble && trouble.error === undefined) {
    const lacks = join([
      trouble.missing > 0 && `${formatCount(trouble.missing)} missing`,
      trouble.damaged > 0 && `${formatCount(trouble.damaged)} damaged`,
    ]);
    return [
      `The last backup lacks originals: ${lacks}.`,
      "Complete backups are kept and give way to complete ones only. Run npm run check: it names these originals and says how to bring them back.",
    ];
  }
  if (isLate || trouble)
    return [
      newest === null
        ? "No backup has been made yet."
        : isLate
          ? "The newest backup is older than it should be."
          : "The last backup could not be made.",
      `${newest === null ? "" : "Older ones are safe. "}The site keeps trying. ${trouble?.error ? `It said: ${trouble.error}` : "If this stays, see that BACKUP_DIR has room and that the site may write to it."}`,
    ];
  const [first] = damaged;
  return (
    first && [
      `${countOf(damaged.length, "file")} in the backups changed on the disk.`,
      `No sound copy was found. The first is ${shorten(first.path)} in ${first.backup}. All else in the backups can be restored. Look at the disk, because more may be damaged.`,
    ]
  );
}

function describeWrong({
  missing,
  changed,
  unlisted,
  some,
}: CheckSummary): Trouble | undefined {
  const lost = missing + changed;
  if (lost + unlisted === 0) return undefined;
  const found = join([
    missing > 0 && `${formatCount(missing)} missing`,
    changed > 0 && `${formatCount(changed)} changed`,
    unlisted > 0 && `${formatCount(unlisted)} listed nowhere`,
  ]);
  const named =
    lost + unlisted > some.length
      ? "The first are"
      : plural(some.length, "It is", "They are");
  return [
    `Originals: ${found}.`,
    join(
      [
        `${named} ${some.join(", ")}.`,
        lost > 0 &&
          "Bring them back from a backup: npm run check -- --from FOLDER.",
        unlisted > 0 &&
          "What is listed nowhere stays where it is: sync the albums if it belongs there. npm run check lists it.",
      ],
      " ",
    ),
  ];
}

function FailedImages({ count, first }: Dashboard["failed"]) {
  if (count === 0) return null;
  return (
    <div className="failed breaks notice notice--bad">
      <h3>{`${countOf(count, "picture")} could not be made`}</h3>
      <p>What was sent is safe; its smaller versions are missing.</p>
      <ul className="stack tight">
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
  const { revalidate } = useRevalidator();

  async function tryAgain() {
    await call(
      "POST /api/create-images",
      { body: { path: image.folder } },
      { toast: () => "It is being tried again." },
    );
    revalidate();
  }

  return (
    <li>
      <b>{image.what}</b>
      <span>{` ${image.error} `}</span>
      <Button
        look="mini"
        of={image.what}
        busy={isBusy}
        onClick={() => void tryAgain()}
      >
        Try again
      </Button>
      <Failure>{failure}</Failure>
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
    <Part id="state" title="One thing needs you">
      <Notice
        role="alert"
        title="The database is damaged."
        words={`Nothing is saved any more, so that nothing gets worse, and no backup is made of it. ${advice} The database says: ${reason}`}
      />
    </Part>
  </>
);
