import { Link, useRevalidator } from "@remix-run/react";
import { useState } from "react";
import type { Trashed } from "#domain/trash/answers.ts";
import type { TrashKind } from "#domain/trash/schemas.ts";
import type { List } from "#app/components/admin/data/use-list.ts";
import {
  ActionsCell,
  AdminTable,
  Cell,
  Row,
  RowButton,
  TextCell,
} from "#app/components/admin/table/admin-table.tsx";
import { ShowMore } from "#app/components/admin/table/show-more.tsx";
import { useRowActions } from "#app/components/admin/table/use-row-actions.ts";
import { Picture } from "#app/components/gallery/picture.tsx";
import { PeopleIcon } from "#app/components/ui/icons.tsx";
import { pebblePicture } from "#app/components/ui/pebbles.ts";
import { formatDay } from "#app/components/words/days.ts";
import { countOf } from "#domain/core/words.ts";

const DAY_MS = 86_400_000;
/** From this many days on, a row says that little time is left. */
const SOON = 3;

const columns = [
  { title: "Picture", width: 4 },
  { title: "What" },
  { title: "Comes back with it" },
  { title: "Deleted", width: 6.4 },
  { title: "Time left", width: 6 },
  { title: "Actions", width: 9 },
];

const names: Record<TrashKind, string> = {
  find: "Find",
  "find-image": "Image of a find",
  rock: "Rock",
  artist: "Artist",
  album: "Album",
  photo: "Photo",
};

/** Which screen shows what is in the way of a restore. */
const screens: Partial<Record<TrashKind, { to: string; label: string }>> = {
  rock: { to: "/admin/rocks", label: "See the rocks" },
  artist: { to: "/admin/users", label: "See the users" },
  album: { to: "/admin/albums", label: "See the albums" },
};

const sentOf = ({ trash_key }: Trashed) => ({
  params: { trashKey: trash_key },
});

interface Props {
  list: List<Trashed>;
  things: Trashed[];
  /** Milliseconds since 1970. */
  now: number;
  /** Called when a row goes, which may have had the focus. */
  onGone: () => void;
}

/** Each can be restored, or deleted for good. */
export function TrashTable({ list, things, now, onGone }: Props) {
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState<Trashed>();
  const { call, failureOf } = useRowActions(list, {
    one: "thing",
    labelOf: ({ label }) => label,
    deletes: "DELETE /api/trash/:trashKey",
    sentOf,
  });

  async function end(
    thing: Trashed,
    name: "POST /api/trash/:trashKey/restore" | "DELETE /api/trash/:trashKey",
    words: string,
  ) {
    setBusy(thing);
    const done = await call(thing, name, sentOf(thing), { toast: () => words });
    setBusy(undefined);
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

  return (
    <>
      <AdminTable label="Deleted, newest first" columns={columns}>
        {things.map((thing) => {
          const { trash_key, kind, label, deleted_dt } = thing;
          const failure = failureOf(thing);
          return (
            <Row key={trash_key} aria-busy={busy === thing}>
              <Cell className="at-image">
                <TrashedPicture thing={thing} />
              </Cell>
              <Cell className="at-title">
                <span>{label}</span>
                <small>{names[kind]}</small>
              </Cell>
              <TextCell text={thing.detail} />
              <Cell label="Deleted">
                <time dateTime={deleted_dt}>
                  {formatDay(deleted_dt.slice(0, 10))}
                </time>
              </Cell>
              <Cell>
                <DaysLeft thing={thing} now={now} />
              </Cell>
              <ActionsCell
                failure={
                  failure && (
                    <WhyNot kind={kind} label={label} reason={failure} />
                  )
                }
              >
                <RowButton
                  of={label}
                  disabled={busy === thing}
                  onClick={() =>
                    void end(
                      thing,
                      "POST /api/trash/:trashKey/restore",
                      `${label} is back.`,
                    )
                  }
                >
                  Restore
                </RowButton>
                <RowButton
                  of={`${label} for good`}
                  danger
                  disabled={busy === thing}
                  onClick={() => remove(thing)}
                >
                  Delete
                </RowButton>
              </ActionsCell>
            </Row>
          );
        })}
      </AdminTable>
      <ShowMore list={list} />
    </>
  );
}

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

/** In words, and as a short bar. */
function DaysLeft({ thing, now }: { thing: Trashed; now: number }) {
  const end = Date.parse(thing.expires_dt);
  const left = Math.max(0, Math.ceil((end - now) / DAY_MS));
  const share = (end - now) / (end - Date.parse(thing.deleted_dt));
  return (
    <div className={left <= SOON ? "trash-left is-soon" : "trash-left"}>
      <span>{`${countOf(left, "day")} left`}</span>
      <meter
        className="bar"
        min={0}
        max={1}
        value={Math.max(0, share)}
        aria-hidden="true"
      />
    </div>
  );
}

/** Names the thing, because a call may also fail after the next one was pressed. */
function WhyNot({
  kind,
  label,
  reason,
}: {
  kind: TrashKind;
  label: string;
  reason: string;
}) {
  const screen = screens[kind];
  return (
    <span>
      <span>{`${label} stays in the trash. ${reason} `}</span>
      {screen && <Link to={screen.to}>{screen.label}</Link>}
    </span>
  );
}
