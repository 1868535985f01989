import { useState } from "react";
import type { AdminFind } from "#domain/finds/answers.ts";
import type { HistoryEntry } from "#domain/finds/history-answers.ts";
import { useList } from "#app/components/admin/data/use-list.ts";
import { ListStates } from "#app/components/admin/table/list-states.tsx";
import {
  describeChanges,
  describeDeed,
  describeTime,
} from "./describe-history.ts";
import "./find-history.css";

/** What was done to a find, by whom and when. It is loaded when it is opened. */
export function FindHistory({ find }: { find: AdminFind }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className="find-history field--full"
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>History</summary>
      {isOpen && <Entries find={find} />}
    </details>
  );
}

const keyOf = ({ history_key }: HistoryEntry) => history_key;

function Entries({ find }: { find: AdminFind }) {
  const list = useList(
    "GET /api/journey-admin/:rpsKey/history",
    { params: { rpsKey: find.rps_key } },
    { keyOf },
  );
  return (
    <ListStates
      list={list}
      words={{
        loading: "Loading the history...",
        empty: "Nothing has been noted yet.",
        failed: "The history could not be loaded.",
      }}
    >
      {(entries) => (
        <ol>
          {entries.map((entry) => (
            <Entry key={entry.history_key} entry={entry} />
          ))}
        </ol>
      )}
    </ListStates>
  );
}

const Entry = ({ entry }: { entry: HistoryEntry }) => (
  <li>
    <time dateTime={entry.at}>{describeTime(entry.at)}</time>
    <span>{`: ${describeDeed(entry)}`}</span>
    {describeChanges(entry).map(({ field, before, after }) => (
      <p key={field}>
        <span>{`${field}: `}</span>
        {before !== undefined && <del>{before}</del>}
        {before !== undefined && after !== undefined && <span> </span>}
        {after !== undefined && <ins>{after}</ins>}
      </p>
    ))}
  </li>
);
