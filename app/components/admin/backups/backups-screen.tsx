import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import type { Backup } from "#domain/backup/answers.ts";
import type { Job } from "#domain/jobs/answers.ts";
import { EmptyState } from "#app/components/admin/ui/empty-state.tsx";
import { BackUpNow } from "./back-up-now.tsx";
import { BackupTable } from "./backup-table.tsx";
import { LastRestore, type Restored } from "./last-restore.tsx";
import { RestoreDialog } from "./restore-dialog.tsx";
import "./backups.css";

interface Props {
  /** BACKUP_DIR; null if it is not set. */
  folder: string | null;
  /** Milliseconds from one backup to the next. */
  every: number;
  backups: Backup[];
  /** The last restore; null before the first. */
  restored: Restored | null;
  /** The newest backup that was started here; null before the first. */
  job: Job | null;
  now: string;
}

/** The backups that are kept: make one, download one, or bring the site back to one. */
export function BackupsScreen({
  folder,
  every,
  backups,
  restored,
  job,
  now,
}: Props) {
  const { revalidate } = useRevalidator();
  const [chosen, setChosen] = useState<Backup>();
  if (folder === null) return <NoFolder />;
  return (
    <>
      <header className="admin-head">
        <h1>Backups</h1>
        <p>{`In ${folder}, one ${describeSpan(every)}. Each holds the database and every original.`}</p>
        <BackUpNow job={job} onEnd={revalidate} />
      </header>
      {restored && <LastRestore {...restored} now={now} />}
      {backups.length === 0 ? (
        <EmptyState>
          There is no backup yet. The first one is made soon after the site has
          started, or now.
        </EmptyState>
      ) : (
        <BackupTable backups={backups} now={now} onRestore={setChosen} />
      )}
      {chosen && (
        <RestoreDialog
          backup={chosen}
          now={now}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  );
}

const NoFolder = () => (
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

const UNITS: [number, string][] = [
  [86_400_000, "day"],
  [3_600_000, "hour"],
  [60_000, "minute"],
];

/** 'every day', 'every 6 hours' */
function describeSpan(ms: number) {
  const [size, unit] = UNITS.find(([size]) => ms % size === 0) ?? UNITS[2]!;
  const count = Math.round(ms / size);
  return count === 1 ? `every ${unit}` : `every ${count} ${unit}s`;
}
