import { countOf, formatCount, plural } from "#core/words.ts";
import type { Uploads } from "#app/components/admin/data/use-uploads.ts";
import { Button } from "#app/components/ui/button.tsx";

/** How far an upload of pictures is, and afterwards each one that is not in, with the reason. */
export function UploadsState({
  uploads: { progress, failed, added, isBusy, retry, cancel },
  onRetry = (again) => void again,
}: {
  uploads: Uploads;
  /** Takes what ends when all were tried again. */
  onRetry?: (again: Promise<void>) => unknown;
}) {
  const again = failed.filter(({ canRetry }) => canRetry).length;
  return (
    <>
      {progress && (
        <div className="full small row wrap">
          <progress
            max={progress.of}
            value={progress.done + progress.sent}
            aria-label="Sent"
          />
          <p role="status">{describe(progress)}</p>
          {progress.of > 1 && (
            <Button look="mini" of="the upload" onClick={cancel}>
              Cancel
            </Button>
          )}
        </div>
      )}
      {!isBusy && failed.length > 0 && (
        <div className="full small stack tight breaks" role="alert">
          <p className="failure">
            {added > 0
              ? `${countOf(added, "image")} ${plural(added, "is", "are")} in, and ${formatCount(failed.length)} ${plural(failed.length, "is", "are")} not:`
              : `${countOf(failed.length, "image")} could not be added:`}
          </p>
          <ul className="stack tight">
            {failed.map(({ file, reason }, index) => (
              <li key={index}>
                <bdi>
                  <b>{file.name}</b>
                </bdi>{" "}
                <span>{reason}</span>
              </li>
            ))}
          </ul>
          {again > 0 && (
            <p>
              <Button look="mini" onClick={() => void onRetry(retry())}>
                {again < failed.length
                  ? `Try again: ${countOf(again, "image")}`
                  : "Try again"}
              </Button>
            </p>
          )}
        </div>
      )}
    </>
  );
}

/** '12 of 41: 37 %' */
const describe = ({ done, of, sent }: NonNullable<Uploads["progress"]>) =>
  `${formatCount(done + 1)} of ${formatCount(of)}: ${sent < 1 ? `${Math.round(sent * 100)} %` : "checking the image …"}`;
