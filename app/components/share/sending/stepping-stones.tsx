import { CheckIcon } from "#app/components/ui/icons.tsx";
import type {
  QueuedPicture,
  QueueEntry,
} from "#app/components/share/queue/send-queue.ts";
import { Thumbnail } from "./thumbnail.tsx";
import { percent } from "./words.ts";
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
                <span className="stone-tick">
                  <CheckIcon />
                </span>
              )}
              <p>
                <span className="sr">Picture {index + 1}: </span>
                {describe(picture, index - current, entry)}
              </p>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/** @param ahead how many pictures it comes after the current one */
function describe(
  { part }: QueuedPicture,
  ahead: number,
  { state, isKept }: QueueEntry,
) {
  if (part === 1) return "There";
  if (state === "waiting") return isKept ? "Safe here" : "Still here";
  if (part > 0 || ahead === 0) return percent(part);
  return ahead === 1 ? "Next" : <span className="sr">Later</span>;
}
