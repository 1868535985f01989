import { Trans, useLingui } from "@lingui/react/macro";
import { CheckIcon } from "#app/components/ui/more-icons.tsx";
import type {
  QueuedPicture,
  QueueEntry,
} from "#app/components/share/queue/send-queue.ts";
import { Thumbnail } from "./thumbnail.tsx";
import { formatPercent } from "./words.ts";
import "./stepping-stones.css";

/** Shows the pictures of a find as stones across the water, each with how far it has come. */
export function SteppingStones({ entry }: { entry: QueueEntry }) {
  const { pictures } = entry;
  const current = pictures.findIndex(({ part }) => part < 1);
  return (
    <div className="water">
      <svg
        className="ripples"
        viewBox="0 0 400 180"
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        <path d="M-10 40q30-9 60 0t60 0 60 0 60 0 60 0 60 0 60 0M-40 92q30-9 60 0t60 0 60 0 60 0 60 0 60 0 60 0M-20 146q30-9 60 0t60 0 60 0 60 0 60 0 60 0 60 0" />
      </svg>
      <ol className="stones">
        {pictures.map((picture, index) => {
          const number = index + 1;
          const isCurrent = entry.state === "sending" && index === current;
          return (
            <li
              key={index}
              data-state={
                picture.part === 1 ? "there" : isCurrent ? "going" : "here"
              }
              style={{ "--part": picture.part } as React.CSSProperties}
            >
              <span className="stone">
                <Thumbnail blob={picture.thumbnail} />
              </span>
              {picture.part === 1 && (
                <span className="stone-tick badge">
                  <CheckIcon />
                </span>
              )}
              <p>
                <span className="sr">
                  <Trans>Picture {number}:</Trans>{" "}
                </span>
                <State
                  picture={picture}
                  ahead={index - current}
                  entry={entry}
                />
              </p>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

interface StateProps {
  picture: QueuedPicture;
  /** Its distance from the current picture, in pictures. */
  ahead: number;
  entry: QueueEntry;
}

function State({ picture: { part }, ahead, entry: { state } }: StateProps) {
  const { i18n } = useLingui();
  if (part === 1) return <Trans context="picture of a find">There</Trans>;
  if (state === "waiting")
    return <Trans context="picture of a find">Safe here</Trans>;
  if (part > 0 || ahead === 0) return <span>{formatPercent(i18n, part)}</span>;
  return ahead === 1 ? (
    <Trans context="picture of a find">Next</Trans>
  ) : (
    <span className="sr">
      <Trans context="picture of a find">Later</Trans>
    </span>
  );
}
