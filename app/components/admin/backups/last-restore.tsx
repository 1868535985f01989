import { AlertIcon, CheckIcon } from "#app/components/ui/more-icons.tsx";
import { describeMoment } from "#app/components/words/days.ts";

export interface Restored {
  ended_dt: string;
  /** The backup's name, or that of a file. */
  name: string;
  /** Why nothing was restored. */
  error?: string;
  /** What the backup lacked, in lines. */
  lacks?: string[];
}

/** How the last restore has ended. */
export function LastRestore({
  ended_dt,
  name,
  error,
  lacks = [],
  now,
}: Restored & { now: string }) {
  const when = `${describeMoment(ended_dt, now)} UTC`;
  if (error !== undefined)
    return (
      <div className="last-restore notice notice--bad" role="alert">
        <AlertIcon />
        <p>
          <b>{`${name} could not be restored, ${when}.`}</b>{" "}
          <span>{`The site is as it was. ${error}`}</span>
        </p>
      </div>
    );
  return (
    <div className="last-restore notice">
      {lacks.length > 0 ? <AlertIcon /> : <CheckIcon />}
      <div>
        <p>{`${name} was restored, ${when}.`}</p>
        {lacks.length > 0 && (
          <ul>
            {lacks.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
