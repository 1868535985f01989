import { useCallback, useState, useEffect, useRef } from "react";
import { ask, byKey, read, type ApiError } from "#app/components/api/send.ts";
import { useLoaded } from "#app/components/ui/use-loaded.ts";
import { Failure, Field, SelectField } from "#app/components/fields/field.tsx";
import { submits } from "#app/components/admin/ui/forms.tsx";
import { Part } from "#app/components/admin/ui/screen.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { formatBytes, formatMoment } from "#app/components/language/english.ts";
import { keepStored, readStored } from "#app/components/visitor/stored.ts";
import { useLingui } from "@lingui/react";
import { sayReason } from "#app/components/share/sending/words.ts";
import {
  idOfUpload,
  SendError,
  tusAt,
} from "#app/components/share/transport/requests.ts";

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

const PIECE_BYTES = 8 * 1_048_576;
const PIECE_MS = 10 * 60_000;
const PAUSE_MS = 3_000;

interface Progress {
  sent: number;
  /** Whether the link, or the site, can't at the moment. */
  isCut: boolean;
}

/**
 * Sends a backup in pieces, and goes on by itself when a lost connection is back. What has arrived stays, also after
 * a reload of the page.
 * @returns the upload's id once all has arrived; undefined when the signal has ended it
 * @throws {SendError} refused
 */
async function sendBackup(
  file: File,
  setUpKey: string,
  signal: AbortSignal,
  onProgress: (now: Progress) => void,
): Promise<string | undefined> {
  const uploads = tusAt({
    path: "/api/setup/uploads",
    ...byKey(setUpKey),
    signal,
  });
  const { name, size, lastModified } = file;
  const key = `sent backup ${name} ${size} ${lastModified}`;
  let url = readStored("sessionStorage", key);
  let offset = 0;
  let isCut = true;
  while (!signal.aborted)
    try {
      if (!url) {
        url = await uploads.create(size, {});
        keepStored("sessionStorage", key, url);
      }
      if (isCut) offset = await uploads.readOffset(url);
      isCut = false;
      onProgress({ sent: offset, isCut });
      if (offset === size) return idOfUpload(url);
      const piece = file.slice(offset, offset + PIECE_BYTES);
      const bytes = await piece.arrayBuffer();
      offset = await uploads.sendPiece(url, offset, bytes, PIECE_MS);
    } catch (error) {
      if (signal.aborted) return undefined;
      if (!(error instanceof SendError) || error.kind === "refused")
        throw error;
      isCut = true;
      if (error.kind === "unknown") {
        if (!url) throw error;
        url = "";
        continue;
      }
      if (error.kind === "conflict") continue;
      onProgress({ sent: offset, isCut });
      const pause = Math.max(error.pause, PAUSE_MS);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  return undefined;
}
