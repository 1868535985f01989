import { byKey, isSame, without, type Rock, type State } from "./state.ts";
import type { Answered } from "./outcome.ts";

/** What calls do to the catalogue and to artists. */

export interface RockSave {
  comment: string;
  artists: number[];
  /** Absent, the picture stays. */
  picture?: number;
}

const areThere = (state: State, artists: number[]) =>
  artists.every((key) => byKey(state.artists, key));

export function addRock(
  state: State,
  number: number,
  { comment, artists, picture }: RockSave,
  key: number,
): Answered {
  if (picture === undefined) return 400;
  if (state.rocks.some((rock) => rock.number === number)) return 409;
  if (!areThere(state, artists)) return 400;
  const isNew = { isMended: false, ready: false };
  const folder = freeFolder(state, number);
  state.rocks.push({
    key,
    number,
    folder,
    comment,
    artists,
    picture,
    ...isNew,
  });
  return { status: 201, body: describeRock(state, key) };
}

/** One that no other rock has, in the trash or not. */
function freeFolder({ rocks, trash }: State, number: number) {
  const trashed = trash.flatMap((item) =>
    item.kind === "rock" ? [item.thing] : [],
  );
  const taken = [...rocks, ...trashed].map(({ folder }) => folder);
  for (let n = 1; ; n++) {
    const folder = `catalog/${number}${n > 1 ? `.${n}` : ""}`;
    if (!taken.includes(folder)) return folder;
  }
}

export const versionOfRock = ({ comment, picture, artists }: Rock) => [
  comment,
  picture,
  artists,
];

export function saveRock(
  state: State,
  key: number,
  { comment, artists, picture }: Partial<RockSave>,
  known?: unknown,
): Answered {
  const rock = byKey(state.rocks, key);
  if (!rock) return 404;
  if (known !== undefined && !isSame(versionOfRock(rock), known)) return 409;
  if (artists && !areThere(state, artists)) return 400;
  if (comment !== undefined) rock.comment = comment;
  if (artists) Object.assign(rock, { artists, isMended: false });
  if (picture !== undefined) Object.assign(rock, { picture, ready: false });
  return { status: 200, body: describeRock(state, key) };
}

/** The artists in the order in which they were sent. */
function describeRock(state: State, key: number) {
  const { number, comment, artists } = byKey(state.rocks, key)!;
  return {
    rc_key: key,
    rock_number: number,
    comment,
    artists: artists.map((ra_key) => ({
      ra_key,
      display_name: byKey(state.artists, ra_key)!.name,
    })),
  };
}

/** Its finds stay. */
export function deleteRock(
  state: State,
  key: number,
  trashKey: number,
): Answered {
  const rock = byKey(state.rocks, key);
  if (!rock) return 404;
  state.cutLinks.push(...rock.artists.map((artist) => ({ rock: key, artist })));
  const thing = { ...rock, artists: [] };
  state.trash.push({ key: trashKey, kind: "rock", thing });
  state.rocks = without(state.rocks, key);
  return 204;
}

// ── Artists ────────────────────────────────────────────────────────────────────────────────────

export interface ArtistSave {
  name: string;
  relation: string;
  dob: string | null;
}

/** Upper and lower case count as the same. */
export const isNameTaken = (state: State, name: string, except?: number) =>
  state.artists.some(
    (artist) =>
      artist.key !== except && artist.name.toLowerCase() === name.toLowerCase(),
  );

export function addArtist(
  state: State,
  fields: ArtistSave,
  key: number,
): Answered {
  if (isNameTaken(state, fields.name)) return 409;
  state.artists.push({ key, ...fields });
  return 201;
}

export const versionOfArtist = ({ name, relation, dob }: ArtistSave) => [
  name,
  relation,
  dob,
];

export function saveArtist(
  state: State,
  key: number,
  fields: Partial<ArtistSave>,
  known?: unknown,
): Answered {
  const artist = byKey(state.artists, key);
  if (!artist) return 404;
  if (known !== undefined && !isSame(versionOfArtist(artist), known))
    return 409;
  const { name = artist.name } = fields;
  if (artist.name === "UNKNOWN" && name !== "UNKNOWN") return 409;
  if (isNameTaken(state, name, key)) return 409;
  Object.assign(artist, fields);
  return 200;
}

/** The rocks stay. */
export function deleteArtist(
  state: State,
  key: number,
  trashKey: number,
): Answered {
  const thing = byKey(state.artists, key);
  if (!thing) return 404;
  if (thing.name === "UNKNOWN") return 409;
  state.trash.push({ key: trashKey, kind: "artist", thing });
  state.artists = without(state.artists, key);
  for (const rock of state.rocks)
    if (rock.artists.includes(key)) {
      state.cutLinks.push({ rock: rock.key, artist: key });
      rock.artists = rock.artists.filter((artist) => artist !== key);
    }
  return 204;
}
