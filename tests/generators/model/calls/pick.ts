import type { Place, State } from "../rules/state.ts";
import type { Call } from "./call.ts";

/** Random numbers of one call. What they mean is up to what makes the call. */
export interface Numbers {
  a: number;
  b: number;
  c: number;
}

/** A version of a thing: as the site names it, and what the model knows it by. */
export interface Version {
  etag: string;
  known: unknown;
}

export interface Chance extends Numbers {
  /** No other call of the round has it. */
  id: number;
  /** The first and the newest version that was seen of a thing, such as `find 3`. */
  versions: Map<string, { first: Version; last: Version }>;
}

/** Makes a call for a state; undefined if there is nothing yet that it could be about. */
export type MakeCall = (state: State, chance: Chance) => Call | undefined;

export const choose = <T>(list: readonly T[], n: number): T | undefined =>
  list[n % list.length];

/** A key that nothing has. */
const NOBODY = 999_999;

/** The key of one of these; now and then of none. */
export const chooseKey = (things: { key: number }[], n: number) =>
  n % 31 === 30 ? NOBODY : choose(things, n)?.key;

/** A call about one of these, now and then about none; undefined if there are none. */
export function about(
  things: { key: number }[],
  n: number,
  make: (key: number) => Call,
) {
  const key = chooseKey(things, n);
  return key === undefined ? undefined : make(key);
}

/** Rocks that finds are of. Few, so that they meet. */
export const NUMBERS = [7, 8, 0, 100_000] as const;

/** The same, most of them of one rock. */
export const chooseNumber = (n: number) => choose([7, 8, 7, 0, 7, 100_000], n)!;

export const DAYS = ["2026-05-17", "2025-12-31", "2026-05-18"] as const;

const SPOTS: Place[] = [
  { latitude: 56.22397, longitude: -2.70221 },
  { latitude: -43.88388, longitude: 170.51666 },
  { latitude: -16.50021, longitude: 179.99991 },
  { latitude: 0.00012, longitude: -0.00012 },
  { latitude: 89.99983, longitude: 12.34567 },
  { latitude: -90, longitude: -180 },
];

/** A place that no other call has, but for the pole. */
export function choosePlace(n: number, id: number): Place {
  const { latitude, longitude } = choose(SPOTS, n)!;
  const more = Number.isInteger(latitude) ? 0 : (id % 500) / 1e7;
  return {
    latitude: Number((latitude + more).toFixed(7)),
    longitude: Number((longitude - more).toFixed(7)),
  };
}

export const PRECISIONS = [0, 1000, 10_000] as const;

/** true, false, or undefined to flip it. */
export const chooseShow = (n: number) =>
  choose([true, undefined, true, false], n);

/** A text that only this call has written. */
export const textOf = (what: string, id: number) => `${what} [text ${id}]`;

/** Every second save says which version it is meant for: the newest, or the first there was. */
export function chooseVersion(chance: Chance, thing: string) {
  const seen = chance.versions.get(thing);
  const version = choose(
    [undefined, seen?.last, undefined, seen?.first],
    chance.c,
  );
  return asVersion(version);
}

/** How a call says which version it is meant for. */
export const asVersion = (version: Version | undefined) => ({
  known: version?.known,
  headers: version ? { "If-Match": `"${version.etag}"` } : undefined,
});

/** A UUID of version 4. */
export const uuidOf = (id: number) =>
  `00000000-0000-4000-8000-${String(id).padStart(12, "0")}`;

/** Some of these, so that the others have to stay as they are. */
export const someOf = <T extends object>(fields: T, n: number): Partial<T> =>
  Object.fromEntries(
    Object.entries(fields).filter((_, index) => (n >> index) % 2 === 0),
  ) as Partial<T>;

/** The key of the finder of a find. */
export const finderKeyOf = (id: number) => id.toString(16).padStart(32, "0");
