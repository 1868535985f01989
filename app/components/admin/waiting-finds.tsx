import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { WaitingFind } from "#domain/dashboard.server.ts";
import { BusyButton } from "./busy-button.tsx";
import { callApi } from "./call-api.ts";
import { EnlargingPicture } from "./picture.tsx";
import { JourneyDialog } from "./journey-dialog.tsx";
import { postPicture } from "./post-picture.ts";
import { formatCount } from "../ui/format-count.ts";

/** The finds that nobody has decided on yet, one at a time: a press, and the next one is there. */
export function WaitingFinds({
  count,
  first,
}: {
  count: number;
  first: WaitingFind[];
}) {
  /** Decided on here; the screen's own list may still have them. */
  const [decided, setDecided] = useState<ReadonlySet<number>>(new Set());
  const [busy, setBusy] = useState<"show" | "hide">();
  const [failed, setFailed] = useState(false);
  const [isEditing, setIsEditing] = useState(false);
  const { revalidate } = useRevalidator();
  const heading = useRef<HTMLHeadingElement>(null);

  const left = first.filter(({ post }) => !decided.has(post.rps_key));
  const find = left[0];
  const waiting = count - (first.length - left.length);

  useEffect(() => setFailed(false), [find?.post.rps_key]);

  async function decide(show: boolean) {
    if (!find) return;
    const { rps_key } = find.post;
    setBusy(show ? "show" : "hide");
    try {
      await callApi("POST", `/api/journey-admin/${rps_key}/toggle-show`, {
        show,
      });
      setDecided((all) => new Set(all).add(rps_key));
      heading.current?.focus();
      revalidate();
    } catch (error) {
      console.error("Error deciding on a find", error);
      setFailed(true);
    } finally {
      setBusy(undefined);
    }
  }

  return (
    <section aria-labelledby="waiting" className="waiting">
      <h2 id="waiting" ref={heading} tabIndex={-1}>
        {waiting === 0
          ? "No finds are waiting"
          : waiting === 1
            ? "1 find waits to be shown"
            : `${formatCount(waiting)} finds wait to be shown`}
      </h2>
      {find && (
        <article className="waiting-find" aria-label={nameOf(find)}>
          <FindPictures find={find} />
          <div className="waiting-words">
            <h3>Rock {find.post.rock_number}</h3>
            <p>
              {find.post.location} · {find.post.date.slice(0, 10)}
              {find.post.name && ` · ${find.post.name}`}
            </p>
            <p className="waiting-comment">{find.post.comment}</p>
            {find.post.latitude === null && (
              <p>
                <span className="admin-todo">Not on the map</span>
              </p>
            )}
            <p className="waiting-actions">
              <BusyButton
                type="button"
                busy={busy === "show"}
                disabled={busy !== undefined}
                onClick={() => void decide(true)}
              >
                Show
              </BusyButton>
              <BusyButton
                type="button"
                className="btn btn--quiet"
                busy={busy === "hide"}
                disabled={busy !== undefined}
                onClick={() => void decide(false)}
              >
                Hide
              </BusyButton>
              <button
                type="button"
                className="btn btn--quiet"
                onClick={() => setIsEditing(true)}
              >
                Edit
              </button>
            </p>
            {failed && (
              <p className="field-error" role="alert">
                It could not be saved. Please try again.
              </p>
            )}
          </div>
        </article>
      )}
      {find && isEditing && (
        <JourneyDialog
          post={find.post}
          onClose={() => setIsEditing(false)}
          onReload={() => {
            setIsEditing(false);
            revalidate();
          }}
          onSaved={() => {
            setIsEditing(false);
            revalidate();
          }}
        />
      )}
    </section>
  );
}

const nameOf = ({ post }: WaitingFind) =>
  `Rock ${post.rock_number}, ${post.location}`;

function FindPictures({ find: { post, images } }: { find: WaitingFind }) {
  const ready = images.filter(({ ready }) => ready);
  if (ready.length === 0)
    return (
      <p className="waiting-pictures admin-empty">
        The pictures are not ready yet.
      </p>
    );
  return (
    <div className="waiting-pictures">
      {ready.map(({ rpi_key, current_name, original_name }, place) => {
        const { small, large } = postPicture(post, current_name);
        return (
          <EnlargingPicture
            key={rpi_key}
            small={place === 0 ? large : small}
            large={large}
            label={original_name}
          />
        );
      })}
    </div>
  );
}
