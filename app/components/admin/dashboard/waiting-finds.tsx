import { Link, useRevalidator } from "@remix-run/react";
import { useRef, useState } from "react";
import { formatDay } from "#app/components/rocks/days.ts";
import { formatCount } from "#app/components/ui/format-count.ts";
import { useUnsavedChanges } from "#app/components/ui/use-unsaved-changes.ts";
import type { WaitingFind } from "#domain/operations/dashboard.server.ts";
import type { JourneyPost, RockPost } from "#domain/finds/answers.ts";
import { BusyButton } from "#app/components/admin/ui/busy-button.tsx";
import { callApi, Refusal } from "#app/components/admin/ui/call-api.ts";
import { Calm } from "#app/components/admin/frame/calm.tsx";
import { CatalogueSide } from "#app/components/admin/finds/catalogue-side.tsx";
import { JourneyDialog } from "#app/components/admin/finds/find-dialog.tsx";
import { EnlargingPicture } from "#app/components/admin/ui/picture.tsx";
import {
  changeOfPlace,
  firstPlace,
  PlaceChoice,
} from "#app/components/admin/places/place-choice.tsx";
import { postPicture } from "#app/components/admin/finds/find-picture.ts";
import { imageThumbnailAddress } from "#domain/store/media-addresses.ts";

const nameOf = ({ post }: WaitingFind) =>
  `Rock ${post.rock_number}, ${post.location}`;

/** The finds that nobody has decided on yet, one at a time: a press, and the next one is there. */
export function WaitingFinds({
  count,
  first,
  newest,
}: {
  count: number;
  first: WaitingFind[];
  /** The newest find that is shown. */
  newest?: RockPost;
}) {
  /** Decided on here; the screen's own list may still have them. */
  const [decided, setDecided] = useState<ReadonlySet<number>>(new Set());
  const [picked, setPicked] = useState<number>();
  const [editing, setEditing] = useState<JourneyPost>();
  const { revalidate } = useRevalidator();
  const heading = useRef<HTMLHeadingElement>(null);

  const left = first.filter(({ post }) => !decided.has(post.rps_key));
  const find = left.find(({ post }) => post.rps_key === picked) ?? left[0];
  const waiting = count - (first.length - left.length);

  return (
    <section aria-labelledby="waiting" className="waiting">
      <header className="waiting-head">
        <h2 id="waiting" ref={heading} tabIndex={-1}>
          {waiting === 0 ? (
            "No finds are waiting"
          ) : (
            <>
              <span className="waiting-count">{formatCount(waiting)}</span>{" "}
              {waiting === 1
                ? "find waits to be shown"
                : "finds wait to be shown"}
            </>
          )}
        </h2>
        {left[0] && (
          <p>
            The oldest since {formatDay(left[0].post.create_dt.slice(0, 10))}
          </p>
        )}
        {left.length > 1 && (
          <ul className="waiting-next">
            {left.map((other) => (
              <li key={other.post.rps_key}>
                <button
                  type="button"
                  aria-label={nameOf(other)}
                  aria-current={other === find}
                  onClick={() => setPicked(other.post.rps_key)}
                >
                  <FirstPicture find={other} />
                </button>
              </li>
            ))}
          </ul>
        )}
      </header>
      {waiting === 0 && <NothingWaits newest={newest} />}
      {find && (
        <Decision
          key={`${find.post.rps_key} ${find.post.version}`}
          find={find}
          onEdit={() => setEditing(find.post)}
          onDecided={() => {
            setDecided((all) => new Set(all).add(find.post.rps_key));
            heading.current?.focus();
            revalidate();
          }}
        />
      )}
      {editing && (
        <JourneyDialog
          key={editing.version}
          post={editing}
          onClose={() => setEditing(undefined)}
          onReload={(post) => {
            setEditing(post);
            revalidate();
          }}
          onSaved={() => {
            setEditing(undefined);
            revalidate();
          }}
        />
      )}
    </section>
  );
}

function NothingWaits({ newest }: { newest?: RockPost }) {
  if (!newest) return <Calm>The first find will wait here for you.</Calm>;
  const [imagename] = newest.imagenames;
  return (
    <Calm
      picture={
        imagename && (
          <img src={imageThumbnailAddress(newest, imagename)} alt="" />
        )
      }
    >
      The newest find is from {newest.location}: rock {newest.rock_number},{" "}
      {formatDay(newest.date)}.{" "}
      {newest.rock_number > 0 && (
        <Link to={`/rocks/${newest.rock_number}`}>See its journey</Link>
      )}
    </Calm>
  );
}

/** One find beside its rock, where it was, and what becomes of it. */
function Decision({
  find,
  onEdit,
  onDecided,
}: {
  find: WaitingFind;
  onEdit: () => void;
  onDecided: () => void;
}) {
  const { post } = find;
  const [place, setPlace] = useState(() => firstPlace(post));
  const [busy, setBusy] = useState<"show" | "hide">();
  const [failure, setFailure] = useState<string>();
  const { revalidate } = useRevalidator();
  const form = useRef<HTMLFormElement>(null);
  useUnsavedChanges(form);

  async function decide(show: boolean) {
    const path = `/api/journey-admin/${post.rps_key}`;
    setBusy(show ? "show" : "hide");
    setFailure(undefined);
    try {
      if (show && place !== undefined)
        await callApi("PUT", path, changeOfPlace(post, place, true), {
          "If-Match": `"${post.version}"`,
        });
      else await callApi("POST", `${path}/toggle-show`, { show });
      onDecided();
    } catch (error) {
      console.error("Error deciding on a find", error);
      setFailure(
        error instanceof Refusal
          ? error.message
          : "It could not be saved. Please try again.",
      );
      // It may have been changed by someone else.
      if (error instanceof Refusal && error.status === 409) revalidate();
    } finally {
      setBusy(undefined);
    }
  }

  return (
    <article className="waiting-find" aria-label={nameOf(find)}>
      <FindPictures find={find} />
      <div className="waiting-words">
        <div className="waiting-stone">
          <CatalogueSide rockNumber={post.rock_number} />
        </div>
        <h3>Rock {post.rock_number}</h3>
        <p>
          {post.location} · {formatDay(post.date.slice(0, 10))}
          {post.name && ` · ${post.name}`}
        </p>
        <p className="waiting-comment">{post.comment}</p>
      </div>
      <form
        ref={form}
        className="waiting-decision"
        onSubmit={(event) => {
          event.preventDefault();
          void decide(true);
        }}
      >
        <PlaceChoice post={post} place={place} onChange={setPlace} />
        {place === undefined && (
          <p className="admin-small">
            Shown without a place, it is listed below until it has one.
          </p>
        )}
        {failure && (
          <p className="field-error" role="alert">
            {failure}
          </p>
        )}
        <div className="waiting-actions">
          <BusyButton busy={busy === "show"} disabled={busy !== undefined}>
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
          <button type="button" className="btn btn--quiet" onClick={onEdit}>
            Edit
          </button>
        </div>
      </form>
    </article>
  );
}

function FirstPicture({ find: { post, images } }: { find: WaitingFind }) {
  const image = images.find(({ ready }) => ready);
  return image ? (
    <img src={postPicture(post, image.current_name).small} alt="" />
  ) : (
    <span className="thumb--none" />
  );
}

function FindPictures({ find: { post, images } }: { find: WaitingFind }) {
  const ready = images.filter(({ ready }) => ready);
  if (ready.length === 0)
    return (
      <p className="waiting-pictures admin-empty">
        {images.length === 0
          ? "It came without pictures."
          : "The pictures are not ready yet."}
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
