import { countOf } from "#core/words.ts";
import type { Trashed } from "#domain/trash/answers.ts";
import type { TrashKind } from "#domain/trash/schemas.ts";
import { useList, type Page } from "#app/components/admin/data/use-list.ts";
import {
  AdminTable,
  column,
  imageColumn,
  type Column,
} from "#app/components/admin/table/admin-table.tsx";
import { EmptyState, RowButton } from "#app/components/admin/ui/screen.tsx";
import { Link, useRevalidator } from "@remix-run/react";
import { useRowActions } from "#app/components/admin/table/row-actions.ts";
import { Picture } from "#app/components/gallery/picture.tsx";
import { PeopleIcon } from "#app/components/ui/icons.tsx";
import { pebblePicture } from "#app/components/ui/pebbles.ts";
import { formatDay } from "#app/components/language/english.ts";

/** The words for one and many of a kind, and the screen with what blocks a restore. */
export const KINDS: Record<
  TrashKind,
  { one: string; many: string; screen?: string }
> = {
  find: { one: "Find", many: "Finds" },
  "find-image": { one: "Image of a find", many: "Images" },
  album: { one: "Album", many: "Albums", screen: "albums" },
  photo: { one: "Photo", many: "Photos" },
  rock: { one: "Rock", many: "Rocks", screen: "rocks" },
  artist: { one: "Artist", many: "Artists", screen: "users" },
};

const keyOf = ({ trash_key }: Trashed) => trash_key;

export function TrashList({
  kind,
  first,
  days,
  now,
  onGone,
}: {
  kind: TrashKind | undefined;
  first: Page<Trashed> | undefined;
  days: number;
  /** Milliseconds since 1970. */
  now: number;
  /** Called when a row goes, which may have had the focus. */
  onGone: () => void;
}) {
  const list = useList("GET /api/trash", { query: { kind } }, { keyOf, first });
  const waits =
    days === 0
      ? "What you delete is gone at once, because TRASH_DAYS is 0."
      : `What you delete waits here for ${countOf(days, "day")}, in case you want it back.`;
  const { revalidate } = useRevalidator();
  const rows = useRowActions(list, {
    one: "thing",
    nameOf: ({ label }) => label,
    deletes: "DELETE /api/trash/:trashKey",
    sentOf,
  });
  const { busy } = rows;

  async function end(
    thing: Trashed,
    name: "POST /api/trash/:trashKey/restore" | "DELETE /api/trash/:trashKey",
    words: string,
  ) {
    const done = await rows.call(thing, name, sentOf(thing), {
      toast: () => words,
    });
    if (!done.ok) return;
    onGone();
    list.drop(thing);
    revalidate();
  }

  function remove(thing: Trashed) {
    const { label } = thing;
    if (window.confirm(`Delete ${label} for good? It can't be restored then.`))
      void end(thing, "DELETE /api/trash/:trashKey", `${label} is gone.`);
  }

  const columns: Column<Trashed>[] = [
    imageColumn((thing) => <TrashedPicture thing={thing} />, "Picture"),
    column("What", { className: "at-title" }, ({ label, kind }) => (
      <>
        <span>{label}</span>
        <small>{KINDS[kind].one}</small>
      </>
    )),
    { title: "Comes back with it", field: "detail", isNamed: false },
    column("Deleted", { width: 6.4 }, ({ deleted_dt }) => (
      <time dateTime={deleted_dt}>{formatDay(deleted_dt.slice(0, 10))}</time>
    )),
    column("Time left", { width: 6, isNamed: false }, (thing) => (
      <DaysLeft thing={thing} now={now} />
    )),
  ];
  return (
    <>
      <AdminTable
        label="Deleted, newest first"
        rows={rows}
        words={{
          empty: (
            <EmptyState>
              <b>{kind ? "Nothing of this kind." : "The trash is empty."}</b>{" "}
              <span>{waits}</span>
            </EmptyState>
          ),
          failed: "The trash could not be loaded. Nothing is lost.",
        }}
        columns={columns}
        rowAttributes={(thing) => ({ "aria-busy": busy === thing })}
        buttonsWidth={9}
        buttons={(thing) => (
          <>
            <RowButton
              of={thing.label}
              disabled={busy === thing}
              onClick={() =>
                void end(
                  thing,
                  "POST /api/trash/:trashKey/restore",
                  `${thing.label} is back.`,
                )
              }
            >
              Restore
            </RowButton>
            <RowButton
              of={`${thing.label} for good`}
              danger
              disabled={busy === thing}
              onClick={() => remove(thing)}
            >
              Delete
            </RowButton>
          </>
        )}
        whyNot={(thing, reason) => <WhyNot thing={thing} reason={reason} />}
      />
      {list.items && list.items.length > 0 && (
        <p className="soft">
          What has no days left is gone for good. Backups keep it for a while
          longer.
        </p>
      )}
    </>
  );
}

const DAY_MS = 86_400_000;
/** From this many days on, a row says that little time is left. */
const SOON = 3;

const sentOf = ({ trash_key }: Trashed) => ({
  params: { trashKey: trash_key },
});

function TrashedPicture({ thing: { kind, picture } }: { thing: Trashed }) {
  const fallback = pebblePicture("plain");
  return kind === "artist" ? (
    <PeopleIcon />
  ) : (
    <span className="thumb frame">
      <Picture
        src={picture ?? fallback}
        fallback={fallback}
        alt=""
        width={50}
        height={50}
        loading="lazy"
      />
    </span>
  );
}

function DaysLeft({ thing, now }: { thing: Trashed; now: number }) {
  const end = Date.parse(thing.expires_dt);
  const left = Math.max(0, Math.ceil((end - now) / DAY_MS));
  return (
    <span className={left <= SOON ? "is-soon" : undefined}>
      {`${countOf(left, "day")} left`}
    </span>
  );
}

/** Names the thing, because a call may also fail after the next one was pressed. */
function WhyNot({
  thing: { kind, label },
  reason,
}: {
  thing: Trashed;
  reason: string;
}) {
  const { screen } = KINDS[kind];
  return (
    <span>
      <span>{`${label} could not be restored. ${reason} `}</span>
      {screen && <Link to={`/admin/${screen}`}>{`See the ${screen}`}</Link>}
    </span>
  );
}
