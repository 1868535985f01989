import { Link, useRevalidator } from "@remix-run/react";
import { useRef, useState } from "react";
import { imageThumbnailAddress } from "#domain/store/media-addresses.ts";
import { formatDay } from "#app/components/rocks/days.ts";
import { formatCount } from "#app/components/ui/format-count.ts";
import type { WaitingFind } from "#domain/operations/dashboard.server.ts";
import type { AdminFind, PublicFind } from "#domain/finds/answers.ts";
import type { Rock } from "#domain/rocks/answers.ts";
import type { Page } from "#app/components/admin/data/use-list.ts";
import { useSave } from "#app/components/admin/data/use-save.ts";
import { imageAddresses } from "#app/components/admin/finds/addresses.ts";
import { CataloguePicture } from "#app/components/admin/finds/catalogue-picture.tsx";
import { FindDialog } from "#app/components/admin/finds/find-dialog.tsx";
import {
  getFirstPlace,
  PlaceChoice,
  withPlace,
} from "#app/components/admin/places/place-choice.tsx";
import { BusyButton } from "#app/components/admin/ui/busy-button.tsx";
import { EmptyState } from "#app/components/admin/ui/empty-state.tsx";
import { EnlargingPicture } from "#app/components/admin/ui/picture.tsx";
import "./waiting-finds.css";

/** A find that waits, with the rocks of the catalogue that have its number: one, or none. */
export type WaitingFindWithRock = WaitingFind & { rocks: Page<Rock> };

const describe = ({ post }: WaitingFind) =>
  `Rock ${post.rock_number}, ${post.location}`;

/** The finds that nobody has decided on yet, one at a time. A decision brings the next one. */
export function WaitingFinds({
  count,
  first,
  newest,
}: {
  count: number;
  first: WaitingFindWithRock[];
  /** The newest find that is shown. */
  newest?: PublicFind;
}) {
  /** The keys of finds that were decided on here. The loaded list may still have them. */
  const [decided, setDecided] = useState<ReadonlySet<number>>(new Set());
  const [picked, setPicked] = useState<number>();
  const [editing, setEditing] = useState<AdminFind>();
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
                  aria-label={describe(other)}
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
        <FindDialog
          key={editing.version}
          find={editing}
          onClose={() => setEditing(undefined)}
          onReload={(find) => {
            setEditing(find);
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

function NothingWaits({ newest }: { newest?: PublicFind }) {
  if (!newest)
    return <EmptyState>The first find will wait here for you.</EmptyState>;
  const [imagename] = newest.imagenames;
  return (
    <EmptyState
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
    </EmptyState>
  );
}

/** One find beside its rock, the choice of its place, and the buttons that decide on it. */
function Decision({
  find,
  onEdit,
  onDecided,
}: {
  find: WaitingFindWithRock;
  onEdit: () => void;
  onDecided: () => void;
}) {
  const { post, rocks } = find;
  const [place, setPlace] = useState(() => getFirstPlace(post));
  const [busy, setBusy] = useState<"show" | "hide">();
  const { call, form, failure } = useSave(post);
  const { revalidate } = useRevalidator();

  async function decide(show: boolean) {
    const path = `/api/journey-admin/${post.rps_key}`;
    setBusy(show ? "show" : "hide");
    const decided =
      show && place.at !== undefined
        ? await call("PUT", path, withPlace(post, place, true))
        : await call("POST", `${path}/toggle-show`, { show });
    setBusy(undefined);
    if (decided.ok) return onDecided();
    // Someone else may have changed it.
    if (decided.error.status === 409) revalidate();
  }

  return (
    <article className="waiting-find" aria-label={describe(find)}>
      <FindPictures find={find} />
      <div className="waiting-words">
        <div className="waiting-stone">
          <CataloguePicture rockNumber={post.rock_number} first={rocks} />
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
        <PlaceChoice find={post} place={place} onChange={setPlace} />
        {place.at === undefined && (
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
    <img src={imageAddresses(post, image.current_name).small} alt="" />
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
        const { small, large } = imageAddresses(post, current_name);
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
