import { applyRule } from "../rules/outcome.ts";
import * as rules from "../rules/rocks.ts";
import { formOf, trashKeyOf, type Call } from "./call.ts";
import {
  choose,
  chooseKey,
  chooseVersion,
  textOf,
  type MakeCall,
} from "./pick.ts";

/** Calls about the catalogue and its artists. */

/** One artist or two; now and then one who isn't there. */
function chooseArtists(state: Parameters<MakeCall>[0], n: number) {
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

const addRock: MakeCall = (state, { a, b, id }) => {
  const number = choose([7, 8, 7, 100_000], a)!;
  const save: rules.RockSave = {
    comment: textOf("A fox", id),
    artists: chooseArtists(state, b),
    picture: b % 23 === 22 ? undefined : id * 8,
  };
  return {
    says: `add rock ${number} with artists ${save.artists.join()}`,
    who: "admin",
    method: "POST",
    path: "/api/rocks",
    makeForm: () => rockForm(save, number),
    apply: (state, { body }) =>
      applyRule(state, (copy) =>
        rules.addRock(copy, number, save, (body as { rc_key: number }).rc_key),
      ),
  };
};

const saveRock: MakeCall = (state, chance) => {
  const { a, b, id } = chance;
  const key = chooseKey(state.rocks, a);
  if (key === undefined) return undefined;
  const save: Partial<rules.RockSave> = {
    comment: a % 3 === 0 ? undefined : textOf("An old fox", id),
    artists: a % 4 === 0 ? undefined : chooseArtists(state, b),
    picture: b % 3 === 0 ? id * 8 : undefined,
  };
  const isMended = state.rocks.find((rock) => rock.key === key)?.isMended;
  const { known, headers } = isMended
    ? {}
    : chooseVersion(chance, `rock ${key}`);
  return {
    says: `save rock ${key} with artists ${save.artists?.join() ?? "as they are"}${save.picture === undefined ? "" : " and a new picture"}`,
    who: b % 2 ? "admin" : "other admin",
    method: "PUT",
    path: `/api/rocks/${key}`,
    headers,
    makeForm: () => rockForm(save),
    apply: (state) =>
      applyRule(state, (copy) => rules.saveRock(copy, key, save, known)),
  };
};

const deleteRock: MakeCall = (state, { a }) => {
  const key = chooseKey(state.rocks, a);
  return key === undefined ? undefined : removeRock(key);
};

export const removeRock = (key: number): Call => ({
  says: `delete rock ${key}`,
  who: "admin",
  method: "DELETE",
  path: `/api/rocks/${key}`,
  apply: (state, answer) =>
    applyRule(state, (copy) => rules.deleteRock(copy, key, trashKeyOf(answer))),
});

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
  return {
    says: "add an artist",
    who: "admin",
    method: "POST",
    path: "/api/users",
    body: bodyOf(fields),
    apply: (state, { body }) =>
      applyRule(state, (copy) =>
        rules.addArtist(copy, fields, (body as { ra_key: number }).ra_key),
      ),
  };
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
  return {
    says: `save artist ${key}`,
    who: "other admin",
    method: "PUT",
    path: `/api/users/${key}`,
    headers,
    body: bodyOf(fields),
    apply: (state) =>
      applyRule(state, (copy) => rules.saveArtist(copy, key, fields, known)),
  };
};

const deleteArtist: MakeCall = (state, { a }) =>
  removeArtist(chooseKey(state.artists, a)!);

export const removeArtist = (key: number): Call => ({
  says: `delete artist ${key}`,
  who: "admin",
  method: "DELETE",
  path: `/api/users/${key}`,
  apply: (state, answer) =>
    applyRule(state, (copy) =>
      rules.deleteArtist(copy, key, trashKeyOf(answer)),
    ),
});

/** How often each is made, and how. */
export const rockCalls: [number, MakeCall][] = [
  [4, addRock],
  [3, saveRock],
  [2, deleteRock],
  [3, addArtist],
  [1, saveArtist],
  [2, deleteArtist],
];
