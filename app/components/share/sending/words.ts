import type { Suggestion } from "#domain/finds/schemas.ts";
import type {
  QueuedPicture,
  QueueEntry,
} from "#app/components/share/queue/send-queue.ts";

/** What the visitor reads about a find on its way. */

/** Counts from 1. 0 if all of them have arrived. */
const currentPicture = (pictures: QueuedPicture[]) =>
  pictures.findIndex(({ part }) => part < 1) + 1;

/** The full pictures that follow the find: how many there are, and how many have arrived. */
export function countOriginals(pictures: QueuedPicture[]) {
  const originals = pictures.filter(({ original }) => original !== "none");
  return {
    total: originals.length,
    done: originals.filter(({ original }) => original === "done").length,
  };
}

export function describeSending({ pictures }: QueueEntry) {
  const current = currentPicture(pictures);
  if (current === 0) return "Uploading your find";
  return pictures.length === 1
    ? "Uploading your picture"
    : `Uploading picture ${current} of ${pictures.length}`;
}

/** Returns for example 'picture 3 of 5', the next of the full pictures; nothing once all have arrived. */
export function describeNextOriginal({ pictures }: QueueEntry) {
  const { total, done } = countOriginals(pictures);
  return done < total ? `picture ${done + 1} of ${total}` : undefined;
}

/** Rounds, because a guess that changes every second tells nobody more. */
export function describeTimeLeft(seconds: number) {
  if (seconds < 8) return "a few seconds left";
  if (seconds < 55) return `about ${Math.ceil(seconds / 10) * 10} seconds left`;
  if (seconds < 90) return "about a minute left";
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `about ${minutes} minutes left`;
  const hours = Math.round(minutes / 60);
  return hours === 1 ? "about an hour left" : `about ${hours} hours left`;
}

export function describeSafety({ isKept, safeUntil }: QueueEntry) {
  if (!isKept)
    return "This browser can’t keep your find. Please keep this page open.";
  return safeUntil === undefined
    ? "Your find is safe on this device."
    : `Your find is safe on this device until ${formatDate(safeUntil)}.`;
}

const formatDate = (time: number) =>
  new Date(time).toLocaleDateString("en-GB", { day: "numeric", month: "long" });

/** How the find will be on the map, as a part of a sentence. Nothing if the finder gave no place on the map. */
export function describeSpot({ suggestion }: Record<string, string>) {
  if (!suggestion) return undefined;
  const { precision } = JSON.parse(suggestion) as Suggestion;
  return !precision
    ? "on the map, at the very spot"
    : `on the map, as a circle of about ${precision / 1000} km`;
}

export const percent = (part: number) => `${Math.floor(part * 100)} %`;
