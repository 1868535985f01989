import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { countOf } from "#core/words.ts";
import type { Backup } from "#domain/backup/answers.ts";
import type { Job } from "#domain/jobs/answers.ts";
import type { readRestore } from "#domain/restore/restore-report.server.ts";
import { useJob } from "#app/components/admin/data/use-job.ts";
import { useSave } from "#app/components/admin/data/use-save.ts";
import {
  column,
  Table,
  type Column,
} from "#app/components/admin/table/admin-table.tsx";
import { PersonalDownload } from "#app/components/admin/ui/download.tsx";
import {
  describeMaking,
  EmptyState,
  JobBar,
} from "#app/components/admin/ui/screen.tsx";
import { addressOf } from "#app/components/api/send.ts";
import { Failure } from "#app/components/fields/field.tsx";
import {
  describeMoment,
  formatBytes,
  shorten,
} from "#app/components/language/english.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { AlertIcon, CheckIcon } from "#app/components/ui/more-icons.tsx";

export const NoFolder = () => (
  <>
    <header className="admin-head">
      <h1>Backups</h1>
    </header>
    <EmptyState>
      No backups are made, so everything is lost if this disk fails. Set{" "}
      <code>BACKUP_DIR</code> to a folder on another disk where the other
      settings are, such as <code>BACKUP_DIR=/mnt/backup/rocks</code>, and start
      the site again. It then makes one every day by itself, and this page lists
      them.
    </EmptyState>
  </>
);

/** '24 hours', '90 minutes' */
export function describeSpan(ms: number) {
  const minutes = Math.round(ms / 60_000);
  return minutes % 60 === 0
    ? countOf(minutes / 60, "hour")
    : countOf(minutes, "minute");
}

export function BackUpNow({ known }: { known: Job | null }) {
  const { revalidate } = useRevalidator();
  const { made, isRunning, error, start, cancel } = useJob({
    known,
    onEnd: revalidate,
  });
  return (
    <div className="back-up-now stack tight small">
      {made ? (
        <Button look="quiet" onClick={() => void cancel().then(revalidate)}>
          Cancel the backup
        </Button>
      ) : (
        <Button
          busy={isRunning}
          onClick={() => void start("POST /api/backups", {})}
        >
          Back up now
        </Button>
      )}
      <div role="status">{made && <span>{describeMaking(made)}</span>}</div>
      {made && <JobBar job={made} label="Backed up" />}
      <Failure>
        {error && !isRunning && `It could not be made: ${error}`}
      </Failure>
    </div>
  );
}

const NAMED = 3;

const keyOf = ({ name }: Backup) => name;

/** The time of a backup, which no other of the list has. */
const timeOf = ({ create_dt }: Backup, now: string, backups: Backup[]) =>
  describeMoment(
    create_dt,
    now,
    backups.map((backup) => backup.create_dt),
  );

const nameBackup = (...which: Parameters<typeof timeOf>) =>
  `the backup of ${timeOf(...which)}`;

export function BackupTable({
  backups,
  now,
}: {
  backups: Backup[];
  now: string;
}) {
  const [chosen, setChosen] = useState<Backup>();
  const of = (backup: Backup) => nameBackup(backup, now, backups);
  const columns: Column<Backup>[] = [
    column("Made", { isNamed: false }, (backup) => (
      <b>
        <time
          dateTime={backup.create_dt}
        >{`${timeOf(backup, now, backups)} UTC`}</time>
      </b>
    )),
    column("Size", { width: 5 }, ({ bytes }) => formatBytes(bytes)),
    column("State", {}, (backup) => <BackupState {...backup} />),
    column("Last read again", { width: 8 }, ({ checked_dt }) =>
      checked_dt === null ? "Not yet" : describeMoment(checked_dt, now),
    ),
    {
      title: <span className="sr">Actions</span>,
      width: 11,
      className: "at-actions",
      cell: (backup) => (
        <>
          <PersonalDownload
            className="mini"
            href={addressOf("GET /api/backups/:backup/download", {
              params: { backup: backup.name },
            })}
            download
          >
            Download<span className="sr">{` ${of(backup)}`}</span>
          </PersonalDownload>
          <Button
            look="danger"
            of={of(backup)}
            onClick={() => setChosen(backup)}
          >
            Restore
          </Button>
        </>
      ),
    },
  ];
  if (backups.length === 0)
    return (
      <EmptyState>
        There is no backup yet. The first one is made soon after the site has
        started, or now.
      </EmptyState>
    );
  return (
    <>
      <Table
        label="Backups"
        columns={columns}
        list={{ items: backups, keyOf }}
      />
      {chosen && (
        <RestoreDialog
          backup={chosen}
          title={`Restore ${of(chosen)}?`}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  );
}

function BackupState({ complete, damaged }: Backup) {
  if (damaged.length === 0)
    return complete ? (
      <span>Complete</span>
    ) : (
      <span className="backups-wrong">Lacks originals</span>
    );
  const more = damaged.length - NAMED;
  return (
    <>
      <span className="backups-wrong">{`${countOf(damaged.length, "file")} damaged`}</span>
      <ul className="breaks">
        {damaged.slice(0, NAMED).map((file) => (
          <li key={file}>{shorten(file)}</li>
        ))}
        {more > 0 && <li>{`and ${countOf(more, "other")}`}</li>}
      </ul>
    </>
  );
}

type Restored = NonNullable<ReturnType<typeof readRestore>>;

export function LastRestore({
  ended_dt,
  name,
  error,
  lacks = [],
  boxes_kept = 0,
  backups,
  now,
}: Restored & { backups: Backup[]; now: string }) {
  const when = `${describeMoment(ended_dt, now)} UTC`;
  const listed = backups.find((backup) => backup.name === name);
  // A file that was sent has no day but its name.
  const what = listed
    ? nameBackup(listed, now, backups).replace("the", "The")
    : name;
  const hasFailed = error !== undefined;
  return (
    <div
      className={`breaks notice ${hasFailed ? "notice--bad" : ""}`}
      role={hasFailed ? "alert" : undefined}
    >
      {hasFailed || lacks.length > 0 ? <AlertIcon /> : <CheckIcon />}
      <div>
        <p>
          {hasFailed
            ? `${what} could not be restored, ${when}. The site is as it was. ${shorten(error)}`
            : `${what} was restored, ${when}.`}
        </p>
        {boxes_kept > 0 && (
          <p>
            {`${countOf(boxes_kept, "part")} of pictures, hidden since that backup, ${boxes_kept === 1 ? "is" : "are"} still hidden.`}
          </p>
        )}
        {lacks.length > 0 && (
          <ul>
            {lacks.map((line) => (
              <li key={line}>{shorten(line)}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function RestoreDialog({
  backup: { name, complete, damaged },
  title,
  onClose,
}: {
  backup: Backup;
  title: string;
  onClose: () => void;
}) {
  const { call, isBusy, failure } = useSave();
  const isWhole = complete && damaged.length === 0;

  async function restore() {
    const begun = await call("POST /api/backups/:backup/restore", {
      params: { backup: name },
    });
    // The site now shows a page that waits at every address.
    if (begun.ok) window.location.reload();
  }

  return (
    <Dialog open onClose={onClose} title={title} locked={isBusy}>
      <ul className="restore-steps stack tight">
        <li>
          A backup of the site as it is now is made first, so you can come back.
        </li>
        <li>
          Then database and pictures become what they were then. What came since
          is in that backup alone.
        </li>
        <li>
          Until it is done, visitors see a page that asks them to wait. A find
          that is on its way is kept on its phone, and sent afterwards.
        </li>
        <li>Everybody is signed out. Sign in again once the site is back.</li>
        {!isWhole && (
          <li className="backups-wrong">
            This backup is not whole. Everything sound in it is restored, and
            what is missing is named afterwards.
          </li>
        )}
      </ul>
      <Failure>{failure}</Failure>
      <footer className="admin-bar wrap">
        <Button look="quiet" disabled={isBusy} onClick={onClose}>
          Cancel
        </Button>
        <Button busy={isBusy} onClick={() => void restore()}>
          Restore
        </Button>
      </footer>
    </Dialog>
  );
}
