import { useCallback, useState, useEffect, useRef } from "react";
import { ask, byKey, read, type ApiError } from "#app/components/api/send.ts";
import { useLoaded } from "#app/components/ui/use-loaded.ts";
import { Failure, Field, SelectField } from "#app/components/fields/field.tsx";
import { submits } from "#app/components/admin/ui/forms.tsx";
import { Part } from "#app/components/admin/ui/screen.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { formatBytes, formatMoment } from "#app/components/language/english.ts";
import { useLingui } from "@lingui/react";
import { sayReason } from "#app/components/share/sending/words.ts";
import { sendBackup, type Progress } from "./send-backup.ts";

/** Sets the site up with an earlier site's backup. It is open if the last restore has failed, and says why. */
export function RestoreInstead({ setUpKey }: { setUpKey: string }) {
  const { part: kept, hasFailed } = useLoaded(
    useCallback(
      () => read("GET /api/setup/backups", {}, byKey(setUpKey)),
      [setUpKey],
    ),
  );
  const [isBegun, setIsBegun] = useState(false);
  const [failure, setFailure] = useState<string>();

  /** From one of the backups, by its name, or from a file that was sent, by its id. */
  async function restore(body: { backup: string } | { upload: string }) {
    setIsBegun(true);
    setFailure(undefined);
    try {
      await ask("POST /api/setup/restore", { body }, byKey(setUpKey));
      // Every address now shows a page that waits, and then this one again.
      window.location.reload();
    } catch (error) {
      setIsBegun(false);
      setFailure((error as ApiError).message);
    }
  }

  const said = failure ?? kept?.error;
  return (
    <details
      className="set-up disclosure"
      open={Boolean(kept?.error) || undefined}
    >
      <summary>Restore a backup instead</summary>
      <div className="setup-restore">
        <Failure>{said && `It could not be restored. ${said}`}</Failure>
        <Part
          id="kept-backups"
          title="A backup on this machine"
          className="stack"
        >
          {!kept ? (
            <p role="status">
              {hasFailed
                ? "The backups could not be loaded. This page tries again."
                : "Loading..."}
            </p>
          ) : kept.backups.length === 0 ? (
            <p>
              There are no backups here. If you have a folder of them, set{" "}
              <code>BACKUP_DIR</code> to it and start the site again, or send a
              file below.
            </p>
          ) : (
            <form
              className="stack stack--start"
              onSubmit={submits((fields) =>
                restore({ backup: String(fields.get("backup")) }),
              )}
            >
              <SelectField label="Backup" name="backup" disabled={isBegun}>
                {kept.backups.map(({ name, create_dt, bytes }) => (
                  <option
                    key={name}
                    value={name}
                  >{`${formatMoment(create_dt)}, ${formatBytes(bytes)}`}</option>
                ))}
              </SelectField>
              <Button type="submit" disabled={isBegun}>
                Restore this backup
              </Button>
            </form>
          )}
        </Part>
        <Part id="backup-file" title="A backup in a file" className="stack">
          <BackupFile
            setUpKey={setUpKey}
            disabled={isBegun}
            onSent={(upload) => void restore({ upload })}
          />
        </Part>
      </div>
    </details>
  );
}

function BackupFile({
  setUpKey,
  disabled,
  onSent,
}: {
  setUpKey: string;
  disabled: boolean;
  onSent: (upload: string) => void;
}) {
  const { i18n } = useLingui();
  const [file, setFile] = useState<File>();
  const [progress, setProgress] = useState<Progress>();
  const [failure, setFailure] = useState<string>();
  const sending = useRef<AbortController>();
  useEffect(() => () => sending.current?.abort(), []);

  async function send(from: File) {
    setFailure(undefined);
    setProgress({ sent: 0, isCut: false });
    try {
      const { signal } = (sending.current = new AbortController());
      const upload = await sendBackup(from, setUpKey, signal, setProgress);
      if (upload) onSent(upload);
    } catch (error) {
      setFailure(sayReason(i18n, (error as Error).message));
    }
    setProgress(undefined);
  }

  return (
    <div className="stack stack--start">
      <Field
        label="The zip of a backup, or of a private keepsake"
        type="file"
        accept=".zip,application/zip"
        disabled={disabled || progress !== undefined}
        onChange={({ currentTarget }) => {
          setFile(currentTarget.files?.[0]);
          setFailure(undefined);
        }}
      />
      {file && progress && (
        <p role="status">
          <progress
            max={file.size}
            value={progress.sent}
            aria-label="Sent of the backup"
          />
          <span>
            {progress.isCut
              ? "The link is cut. It goes on by itself."
              : `${formatBytes(progress.sent)} of ${formatBytes(file.size)}`}
          </span>
        </p>
      )}
      <Failure>{failure}</Failure>
      {file && !progress && (
        <Button disabled={disabled} onClick={() => void send(file)}>
          Send and restore
        </Button>
      )}
    </div>
  );
}
