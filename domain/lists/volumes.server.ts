import { DomainError } from "../core/errors.ts";

/**
 * Finds or photos of one volume of a book that is printed. A longer book has several volumes, because a browser
 * holds everything that it prints at once.
 */
const VOLUME = 200;

/**
 * Divides a book of `count` finds or photos into volumes.
 * @param volume from 1
 * @returns how many volumes there are, and which items this one has: from `first` on and before `end`, from 0
 * @throws {DomainError} not_found if the book has no such volume
 */
export function readVolume(count: number, volume: number) {
  const volumes = Math.max(1, Math.ceil(count / VOLUME));
  if (volume < 1 || volume > volumes)
    throw new DomainError("not_found", "The book has no such volume.");
  return {
    volumes,
    first: (volume - 1) * VOLUME,
    end: Math.min(count, volume * VOLUME),
  };
}
