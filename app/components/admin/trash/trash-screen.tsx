import { countOf, formatCount } from "#domain/core/words.ts";
import { useRef, useState } from "react";
import type { Trashed } from "#domain/trash/answers.ts";
import type { TrashKind } from "#domain/trash/schemas.ts";
import { useList, type Page } from "#app/components/admin/data/use-list.ts";
import { ListStates } from "#app/components/admin/table/list-states.tsx";
import { EmptyState } from "#app/components/admin/ui/empty-state.tsx";
import { TrashTable } from "./trash-table.tsx";
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
                <span>{`${label} `}</span>
                <small>{formatCount(of ? (counts[of] ?? 0) : total)}</small>
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
  const waits =
    days === 0
      ? "What you delete is gone at once, because TRASH_DAYS is 0."
      : `What you delete waits here for ${countOf(days, "day")}, in case you want it back.`;
  return (
    <ListStates
      list={list}
      words={{
        loading: "Loading...",
        empty: (
          <EmptyState>
            <b>{kind ? "Nothing of this kind." : "The trash is empty."}</b>{" "}
            <span>{waits}</span>
          </EmptyState>
        ),
        failed: "The trash could not be loaded. Nothing is lost.",
      }}
    >
      {(things) => (
        <>
          <TrashTable list={list} things={things} now={now} onGone={onGone} />
          <p className="soft trash-end">
            What has no days left is gone for good. Backups keep it for a while
            longer.
          </p>
        </>
      )}
    </ListStates>
  );
}
