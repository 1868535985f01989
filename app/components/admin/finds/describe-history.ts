import type { Precision } from "#domain/core/precision.ts";
import type { HistoryEntry } from "#domain/finds/history-answers.ts";
import { formatPrecision } from "#app/components/words/places.ts";
import { formatDay, formatShortDay } from "#app/components/words/days.ts";

/** A find's history in words, for the admin. */

type Value = HistoryEntry["changes"][string][0];

const authors: Record<HistoryEntry["by"], string> = {
  admin: "you",
  review: "you, from the mail,",
  finder: "the finder",
};

const deeds: Record<HistoryEntry["what"], string> = {
  sent: "sent it",
  changed: "changed it",
  shown: "showed it",
  hidden: "hid it",
  undone: "took that back",
  "image-added": "added an image",
  "image-shown": "showed an image",
  "image-hidden": "hid an image",
  "image-deleted": "deleted an image",
  "original-arrived": "sent the full picture of an image",
  "image-restored": "took an image out of the trash",
  deleted: "deleted it",
  restored: "took it out of the trash",
};

/** 'you showed it' */
export const describeDeed = ({ by, what }: HistoryEntry) =>
  by === "finder" && what === "hidden"
    ? "so it was hidden until you look at it"
    : by === "finder" && what === "image-hidden"
      ? "an image was hidden, because the finder’s full picture looks different"
      : `${authors[by]} ${deeds[what]}`;

const fields: Record<string, string> = {
  rock_number: "Rock",
  latitude: "Latitude",
  longitude: "Longitude",
  precision: "What others see",
  no_place: "Has no place",
  closed: "Hidden for good",
};

/** What changed, as the dialog calls it: each field's name, what it was and what it is now. */
export const describeChanges = ({ changes }: HistoryEntry) =>
  Object.entries(changes).map(([field, [before, after]]) => ({
    field: nameField(field),
    before: describeValue(field, before),
    after: describeValue(field, after),
  }));

function nameField(field: string) {
  const [, what, image] = /^(description|blurs)_(\d+)$/.exec(field) ?? [];
  if (what === "blurs") return `Hidden parts of image ${image}`;
  if (what) return `Description of image ${image}`;
  return fields[field] ?? field[0]!.toUpperCase() + field.slice(1);
}

function describeValue(field: string, value: Value) {
  if (value === null || value === "") return undefined;
  if (field === "date") return formatDay(String(value).slice(0, 10));
  if (field === "precision") return formatPrecision(value as Precision);
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}

/** '22 Nov, 18:20' in the admin's time zone; with the year unless it is this one. */
export function describeTime(at: string, now = new Date()) {
  const time = new Date(at);
  const clock = { hour: "2-digit", minute: "2-digit" } as const;
  return `${formatShortDay(localDay(time), localDay(now))}, ${time.toLocaleTimeString("en-GB", clock)}`;
}

/** YYYY-MM-DD, as Swedes write it. */
const localDay = (time: Date) => time.toLocaleDateString("sv");
