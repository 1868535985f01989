import { Failure } from "#app/components/fields/failure.tsx";
import { useState } from "react";
import { ApiError, ask } from "#app/components/api/send.ts";
import { BackupChoice } from "./backup-choice.tsx";
import { BackupFile } from "./backup-file.tsx";
import "./restore.css";

/** What becomes the site: the name of a backup, or the id of a file that was sent. */
type Chosen = { backup: string } | { upload: string };

/** Sets the site up with a backup: one of those that are kept, or a file. Then the site closes until that is done. */
export function RestoreStep({
  setUpKey,
  kept,
  hasFailed,
}: {
  setUpKey: string;
  /** Undefined until it is loaded. */
  kept: Kept | undefined;
  /** Whether it could not be loaded. */
  hasFailed: boolean;
}) {
  const [isBegun, setIsBegun] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function restore(body: Chosen) {
    setIsBegun(true);
    setFailure(undefined);
    try {
      await ask("POST /api/setup/restore", { body }, keyed(setUpKey));
      // Every address now shows a page that waits, and then this one again.
      window.location.reload();
    } catch (error) {
      setIsBegun(false);
      setFailure((error as ApiError).message);
    }
  }

  const said = failure ?? kept?.error;
  return (
    <div className="setup-restore">
      <Failure>{said && `It could not be restored. ${said}`}</Failure>
      <section aria-labelledby="kept-backups">
        <h2 id="kept-backups">A backup on this machine</h2>
        <BackupChoice
          backups={kept?.backups}
          first={kept?.chosen}
          hasFailed={hasFailed}
          disabled={isBegun}
          onRestore={(backup) => void restore({ backup })}
        />
      </section>
      <section aria-labelledby="backup-file">
        <h2 id="backup-file">A backup in a file</h2>
        <BackupFile
          setUpKey={setUpKey}
          disabled={isBegun}
          onSent={(upload) => void restore({ upload })}
        />
      </section>
    </div>
  );
}

/** What GET /api/setup/backups gives. */
export interface Kept {
  backups: { name: string; create_dt: string; bytes: number }[];
  chosen: string | null;
  error: string | null;
}

export const keyed = (key: string) => ({
  headers: { Authorization: `Bearer ${key}` },
});
