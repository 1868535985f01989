import { countOf, formatCount } from "#domain/core/words.ts";
import { useRevalidator } from "@remix-run/react";
import { useRef, useState, type ReactNode } from "react";
import type { Trashed } from "#domain/trash/answers.ts";
import type { TrashKind } from "#domain/trash/schemas.ts";
import {
  useList,
  type List,
  type Page,
} from "#app/components/admin/data/use-list.ts";
import { ShowMore } from "#app/components/admin/table/show-more.tsx";
import { AlertIcon } from "#app/components/ui/icons.tsx";
import { Pebble } from "#app/components/ui/pebble.tsx";
import { TrashRow } from "./trash-row.tsx";
import "./trash.css";

const kinds: [TrashKind | undefined, string][] = [
  [undefined, "All"],
  ["find", "Finds"],
  ["find-image", "Images"],
  ["album", "Albums"],
  ["photo", "Photos"],
  ["rock", "Rocks"],
  ["artist", "Artists"],
];

interface Props {
  first: Page<Trashed>;
  /** How many things of each kind there are. */
  counts: Partial<Record<TrashKind, number>>;
  /** How many days things are kept. */
  days: number;
  /** Milliseconds since 1970. */
  now: number;
}

/** What was deleted. It can be restored, or deleted for good. */
export function TrashScreen({ first, counts, days, now }: Props) {
  const [kind, setKind] = useState<TrashKind>();
  const heading = useRef<HTMLHeadingElement>(null);
  const total = Object.values(counts).reduce((sum, n) => sum + n, 0);
  return (
    <>
      <header className="admin-head trash-head">
        <h1 ref={heading} tabIndex={-1}>
          Trash
        </h1>
        <p>
          {total > 0 &&
            `${countOf(total, "thing")}. Each comes back exactly as it was.`}
        </p>
        {total > 0 && (
          <div className="trash-kinds" role="group" aria-label="Show one kind">
            {kinds.map(([of, label]) => (
              <button
                key={label}
                type="button"
                aria-pressed={of === kind}
                onClick={() => setKind(of)}
              >
                {label}{" "}
                <span>{formatCount(of ? (counts[of] ?? 0) : total)}</span>
              </button>
            ))}
          </div>
        )}
      </header>
      <TrashList
        key={kind}
        kind={kind}
        first={kind ? undefined : first}
        days={days}
        now={now}
        onGone={() => heading.current?.focus()}
      />
    </>
  );
}

const keyOf = ({ trash_key }: Trashed) => trash_key;

function TrashList({
  kind,
  first,
  days,
  now,
  onGone,
}: Pick<Props, "days" | "now"> & {
  kind: TrashKind | undefined;
  first: Page<Trashed> | undefined;
  /** Called when a row goes, which may have had the focus. */
  onGone: () => void;
}) {
  const list = useList("GET /api/trash", { query: { kind } }, { keyOf, first });
  const { revalidate } = useRevalidator();
  return (
    <TrashStates list={list} empty={<EmptyTrash kind={kind} days={days} />}>
      {(items) => (
        <>
          <ul className="trash lined" aria-label="Deleted, newest first">
            {items.map((thing) => (
              <TrashRow
                key={thing.trash_key}
                thing={thing}
                now={now}
                onGone={() => {
                  onGone();
                  list.drop(thing);
                  revalidate();
                }}
              />
            ))}
          </ul>
          <ShowMore list={list} />
          <p className="soft trash-end">
            What has no days left is gone for good. Backups keep it for a while
            longer.
          </p>
        </>
      )}
    </TrashStates>
  );
}

function TrashStates({
  list: { items, failed, refresh },
  empty,
  children,
}: {
  list: List<Trashed>;
  empty: ReactNode;
  children: (items: Trashed[]) => ReactNode;
}) {
  if (failed)
    return (
      <div className="trash-note notice notice--bad" role="alert">
        <AlertIcon />
        <p>
          <b>The trash could not be loaded</b>
          Nothing is lost.{" "}
          <button type="button" className="mini" onClick={() => void refresh()}>
            Try again
          </button>
        </p>
      </div>
    );
  if (items === undefined)
    return (
      <>
        <p className="sr" role="status">
          Loading...
        </p>
        <ul className="trash lined" aria-hidden="true">
          {[1, 2, 3, 4, 5].map((n) => (
            <li key={n} className="trash-row is-loading">
              <span className="trash-picture" />
              <span className="trash-what" />
            </li>
          ))}
        </ul>
      </>
    );
  return items.length === 0 ? empty : children(items);
}

const EmptyTrash = ({
  kind,
  days,
}: {
  kind: TrashKind | undefined;
  days: number;
}) => (
  <div className="trash-empty stack">
    <Pebble motif="plain" size={150} />
    <h2>{kind ? "Nothing of this kind." : "The trash is empty."}</h2>
    <p>
      {days === 0
        ? "What you delete is gone at once, because TRASH_DAYS is 0."
        : `What you delete waits here for ${countOf(days, "day")}, in case you want it back.`}
    </p>
  </div>
);
