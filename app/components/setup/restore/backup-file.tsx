import { useLingui } from "@lingui/react";
import { sayReason } from "#app/components/share/sending/reasons.ts";
import { Failure } from "#app/components/fields/failure.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useEffect, useRef, useState } from "react";
import { formatBytes } from "#app/components/words/measures.ts";
import { sendBackup } from "./send-backup.ts";

interface Props {
  setUpKey: string;
  disabled: boolean;
  /** Called with the upload's id once the whole file has arrived. */
  onSent: (upload: string) => void;
}

/** Sends a backup's file, however large, with a pause whenever it is wanted. */
export function BackupFile({ setUpKey, disabled, onSent }: Props) {
  const { i18n } = useLingui();
  const [file, setFile] = useState<File>();
  const [sent, setSent] = useState(0);
  const [isCut, setIsCut] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const running = useRef<AbortController>();

  useEffect(() => () => running.current?.abort(), []);

  async function send(from: File) {
    const stop = (running.current = new AbortController());
    setIsSending(true);
    setFailure(undefined);
    try {
      const upload = await sendBackup(from, {
        setUpKey,
        signal: stop.signal,
        onProgress(sent, isCut) {
          setSent(sent);
          setIsCut(isCut);
        },
      });
      if (upload) onSent(upload);
    } catch (error) {
      setFailure(sayReason(i18n, (error as Error).message));
    } finally {
      if (running.current === stop) setIsSending(false);
    }
  }

  return (
    <div>
      <label className="field">
        The zip of a backup, or of a private keepsake
        <input
          type="file"
          accept=".zip,application/zip"
          disabled={disabled || isSending}
          onChange={({ currentTarget }) => {
            setFile(currentTarget.files?.[0]);
            setSent(0);
            setFailure(undefined);
          }}
        />
      </label>
      {file && (isSending || sent > 0) && (
        <p className="setup-restore-progress" role="status">
          <progress
            max={file.size}
            value={sent}
            aria-label="Sent of the backup"
          />
          <span>
            {isCut && isSending
              ? "The link is cut. It goes on by itself."
              : `${formatBytes(sent)} of ${formatBytes(file.size)}`}
          </span>
        </p>
      )}
      <Failure>{failure}</Failure>
      {file && isSending && (
        <Button
          look="quiet"
          onClick={() => {
            running.current?.abort();
            setIsSending(false);
          }}
        >
          Pause
        </Button>
      )}
      {file && !isSending && (
        <Button disabled={disabled} onClick={() => void send(file)}>
          {sent > 0 ? "Go on" : "Send and restore"}
        </Button>
      )}
    </div>
  );
}
