import type { Precision } from "#core/precision.ts";
import {
  formatDay,
  formatPrecision,
} from "#app/components/language/english.ts";
import type { HistoryEntry } from "#domain/finds/answers.ts";

type Changes = HistoryEntry["changes"];

/** What each changed field of a find was, and what it is. */
export const FindChanges = ({ changes }: { changes: Changes }) => (
  <>
    {Object.entries(changes).map(([field, values]) => {
      const [before, after] = values.map((value) =>
        describeValue(field, value),
      );
      return (
        <p key={field}>
          <span>{`${nameField(field)}: `}</span>
          {before !== undefined && <del>{before}</del>}
          {before !== undefined && after !== undefined && <span> </span>}
          {after !== undefined && <ins>{after}</ins>}
        </p>
      );
    })}
  </>
);

const fields: Record<string, string> = {
  rock_number: "Rock",
  latitude: "Latitude",
  longitude: "Longitude",
  precision: "What others see",
  no_place: "Has no place",
  closed: "Hidden for good",
};

function nameField(field: string) {
  const [, what, image] = /^(description|blurs)_(\d+)$/.exec(field) ?? [];
  if (what === "blurs") return `Hidden parts of image ${image}`;
  if (what) return `Description of image ${image}`;
  return fields[field] ?? field[0]!.toUpperCase() + field.slice(1);
}

function describeValue(field: string, value: Changes[string][0]) {
  if (value === null || value === "") return undefined;
  if (field === "date") return formatDay(String(value));
  if (field === "precision") return formatPrecision(value as Precision);
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}
