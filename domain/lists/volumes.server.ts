import { DomainError } from "#core/errors.ts";
import { keeping } from "#core/keeping.server.ts";

/** Finds or photos of one volume of a book. A browser holds all that it prints at once. */
const VOLUME = 200;

/** Divides a book of `count` items into volumes, from 1. @returns their number, and this one's items, before `end` */
export function readVolume(count: number, volume: number) {
  // Nobody prints all of a keepsake at once.
  const size = keeping.day ? Math.max(1, count) : VOLUME;
  const volumes = Math.max(1, Math.ceil(count / size));
  if (volume < 1 || volume > volumes)
    throw new DomainError("not_found", "The book has no such volume.");
  return {
    volumes,
    first: (volume - 1) * size,
    end: Math.min(count, volume * size),
  };
}
