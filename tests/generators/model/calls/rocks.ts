import * as rules from "../rules/rocks.ts";
import type { State } from "../rules/state.ts";
import { byAdmin, byOtherAdmin, formOf, trashKeyOf } from "./call.ts";
import {
  about,
  choose,
  chooseKey,
  chooseVersion,
  textOf,
  type MakeCall,
} from "./pick.ts";

/** Calls about the catalogue and its artists. */

/** One artist or two; now and then one who isn't there. */
function chooseArtists(state: State, n: number) {
  const keys = state.artists.map(({ key }) => key);
  const [one, other] = [choose(keys, n)!, choose(keys, n >> 3)!];
  if (n % 29 === 28) return [one, 999_999];
  return one === other || n % 2 ? [one] : [one, other];
}

const rockForm = (
  { comment, artists, picture }: Partial<rules.RockSave>,
  number?: number,
) =>
  formOf(
    {
      rock_number: number === undefined ? undefined : String(number),
      artist_keys: artists && JSON.stringify(artists),
      comment,
    },
    "image",
    picture === undefined ? [] : [{ picture }],
  );

const describeRock = ({ artists, picture }: Partial<rules.RockSave>) =>
  `artists ${artists?.join() ?? "as they are"}${picture === undefined ? "" : ", a new picture"}`;

const addRock: MakeCall = (state, { a, b, id }) => {
  const number = choose([7, 8, 7, 100_000], a)!;
  const save: rules.RockSave = {
    comment: textOf("A fox", id),
    artists: chooseArtists(state, b),
    picture: b % 23 === 22 ? undefined : id * 8,
  };
  return byAdmin(
    "POST /api/rocks",
    (copy, { body }) =>
      rules.addRock(copy, number, save, (body as { rc_key: number }).rc_key),
    {
      says: `rock ${number}, ${describeRock(save)}`,
      makeForm: () => rockForm(save, number),
    },
  );
};

const saveRock: MakeCall = (state, chance) => {
  const { a, b, id } = chance;
  return about(state.rocks, a, (key) => {
    const save: Partial<rules.RockSave> = {
      comment: a % 3 === 0 ? undefined : textOf("An old fox", id),
      artists: a % 4 === 0 ? undefined : chooseArtists(state, b),
      picture: b % 3 === 0 ? id * 8 : undefined,
    };
    const isMended = state.rocks.find((rock) => rock.key === key)?.isMended;
    const { known, headers } = isMended
      ? {}
      : chooseVersion(chance, `rock ${key}`);
    return (b % 2 ? byAdmin : byOtherAdmin)(
      `PUT /api/rocks/${key}`,
      (copy) => rules.saveRock(copy, key, save, known),
      { says: describeRock(save), headers, makeForm: () => rockForm(save) },
    );
  });
};

const deleteRock: MakeCall = (state, { a }) =>
  about(state.rocks, a, removeRock);

export const removeRock = (key: number) =>
  byAdmin(`DELETE /api/rocks/${key}`, (copy, answer) =>
    rules.deleteRock(copy, key, trashKeyOf(answer)),
  );

/** Few, so that they are taken sometimes. */
const NAMES = ["Ida", "Grandma June", "ida", "Noor"];

const chooseFields = (a: number, b: number): rules.ArtistSave => ({
  name: choose(NAMES, a)!,
  relation: choose(["", "aunt"], b)!,
  dob: choose([null, "1961-02-28"], b)!,
});

const bodyOf = ({ name, relation, dob }: Partial<rules.ArtistSave>) => ({
  display_name: name,
  relation,
  dob,
});

const addArtist: MakeCall = (_state, { a, b }) => {
  const fields = chooseFields(a, b);
  return byAdmin(
    "POST /api/users",
    (copy, { body }) =>
      rules.addArtist(copy, fields, (body as { ra_key: number }).ra_key),
    { body: bodyOf(fields) },
  );
};

const saveArtist: MakeCall = (state, chance) => {
  const { a, b } = chance;
  const key = chooseKey(state.artists, a)!;
  const { name, relation, dob } = chooseFields(b, a);
  // What is absent stays.
  const fields: Partial<rules.ArtistSave> = {
    ...(a % 3 === 0 ? {} : { name }),
    ...(b % 3 === 0 ? {} : { relation }),
    ...(b % 5 < 2 ? {} : { dob }),
  };
  const { known, headers } = chooseVersion(chance, `artist ${key}`);
  return byOtherAdmin(
    `PUT /api/users/${key}`,
    (copy) => rules.saveArtist(copy, key, fields, known),
    { headers, body: bodyOf(fields) },
  );
};

const deleteArtist: MakeCall = (state, { a }) =>
  removeArtist(chooseKey(state.artists, a)!);

export const removeArtist = (key: number) =>
  byAdmin(`DELETE /api/users/${key}`, (copy, answer) =>
    rules.deleteArtist(copy, key, trashKeyOf(answer)),
  );

/** How often each is made, and how. */
export const rockCalls: [number, MakeCall][] = [
  [4, addRock],
  [3, saveRock],
  [2, deleteRock],
  [3, addArtist],
  [1, saveArtist],
  [2, deleteArtist],
];
