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
import { EmptyState } from "#app/components/admin/ui/screen.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Link, useRevalidator } from "@remix-run/react";
import { useRowActions } from "#app/components/admin/table/row-actions.ts";
import { Picture } from "#app/components/ui/shown.tsx";
import { PeopleIcon } from "#app/components/ui/icons.tsx";
import { pebblePicture } from "#app/components/ui/pebble.tsx";
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
    question: ([thing]) =>
      `Delete ${thing!.label} for good? It can't be restored then.`,
    onDeleted: loseRow,
  });
  function loseRow() {
    onGone();
    revalidate();
  }

  async function restore(thing: Trashed) {
    const restored = await rows.call(
      thing,
      "POST /api/trash/:trashKey/restore",
      sentOf(thing),
      { toast: () => `${thing.label} is back.` },
    );
    if (!restored.ok) return;
    list.drop(thing);
    loseRow();
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
      <time dateTime={deleted_dt}>{formatDay(deleted_dt)}</time>
    )),
    column("Time left", { width: 6, isNamed: false }, ({ expires_dt }) => {
      const end = Date.parse(expires_dt);
      const left = Math.max(0, Math.ceil((end - now) / DAY_MS));
      return (
        <span className={left <= SOON ? "is-soon" : undefined}>
          {`${countOf(left, "day")} left`}
        </span>
      );
    }),
  ];
  return (
    <>
      <AdminTable
        label="Deleted, newest first"
        rows={rows}
        empty={
          <EmptyState>
            <b>{kind ? "Nothing of this kind." : "The trash is empty."}</b>{" "}
            <span>{waits}</span>
          </EmptyState>
        }
        failed="The trash could not be loaded. Nothing is lost."
        columns={columns}
        buttonsWidth={9}
        buttons={(thing) => (
          <Button
            look="mini"
            of={thing.label}
            onClick={() => void restore(thing)}
          >
            Restore
          </Button>
        )}
        // Names the thing, because a call may also fail after the next one was pressed.
        whyNot={({ kind, label }, reason) => {
          const { screen } = KINDS[kind];
          return (
            <span>
              <span>{`${label} could not be restored. ${reason} `}</span>
              {screen && (
                <Link to={`/admin/${screen}`}>{`See the ${screen}`}</Link>
              )}
            </span>
          );
        }}
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
