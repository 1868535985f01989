import { byKey, live, type Artist, type Rock, type State } from "../state.ts";
import { byAdmin, choose, formOf, textOf, type MakeCall } from "./call.ts";
import { isNameTaken, removing, saving } from "./things.ts";

/** Calls about the catalogue and its artists. */

/** One artist or two; now and then one who isn't there. */
function chooseArtists(state: State, n: number) {
  const keys = live(state, "artists").map(({ key }) => key);
  const [one, other] = [choose(keys, n)!, choose(keys, n >> 3)!];
  if (n % 29 === 28) return [one, 999_999];
  return one === other || n % 2 ? [one] : [one, other];
}

const areThere = (state: State, artists: number[] = []) =>
  artists.every((key) => byKey(live(state, "artists"), key));

const rockForm = ({
  rock_number,
  comment,
  artists,
  picture,
}: Partial<Rock>) => ({
  says: `artists ${artists?.join() ?? "as they are"}, ${picture === undefined ? "no" : "a"} picture`,
  body: undefined,
  makeForm: () =>
    formOf(
      {
        rock_number,
        artist_keys: artists && JSON.stringify(artists),
        comment,
      },
      "image",
      picture === undefined ? [] : [{ picture }],
    ),
});

const addRock: MakeCall = (state, { a, b, id }) => {
  const made = {
    rock_number: choose([7, 8, 7, 100_000], a)!,
    comment: textOf("A fox", id),
    artists: chooseArtists(state, b),
    picture: id * 8,
  };
  return byAdmin(
    "POST /api/rocks",
    (copy, { body }) => {
      const isIt = ({ rock_number }: Rock) => rock_number === made.rock_number;
      if (live(copy, "rocks").some(isIt)) return 409;
      if (!areThere(copy, made.artists)) return 400;
      const { rc_key: key } = body as { rc_key: number };
      const folder = freeFolder(copy, made.rock_number);
      const isNew = { isMended: false, ready: false };
      copy.rocks.push({ key, folder, ...made, ...isNew });
      return 201;
    },
    rockForm(made),
  );
};

/** One that no other rock has, in the trash or not. */
function freeFolder({ rocks }: State, number: number) {
  for (let n = 1; ; n++) {
    const name = `catalog/${number}${n > 1 ? `.${n}` : ""}`;
    if (!rocks.some(({ folder }) => folder === name)) return name;
  }
}

const saveRock = saving(
  "rocks",
  (state, { a, b, id }) => ({
    comment: a % 3 === 0 ? undefined : textOf("An old fox", id),
    artists: a % 4 === 0 ? undefined : chooseArtists(state, b),
    picture: b % 3 === 0 ? id * 8 : undefined,
  }),
  (copy, rock, fields) => {
    const { artists, picture } = fields;
    if (!areThere(copy, artists)) return 400;
    if (picture !== undefined) rock.ready = false;
    if (!artists) return undefined;
    rock.isMended = false;
    // Who is in the trash comes back to the rock with it.
    const isAway = (key: number) => byKey(copy.artists, key)!.trash;
    const away = rock.artists.filter((key) => isAway(key) !== undefined);
    fields.artists = [...artists, ...away];
    return undefined;
  },
  rockForm,
);

/** Few, so that they are taken sometimes. */
const NAMES = ["Ida", "Grandma June", "ida", "Noor"];

const chooseFields = (a: number, b: number) => ({
  display_name: choose(NAMES, a)!,
  relation: choose(["", "aunt"], b)!,
  dob: choose([null, "1961-02-28"], b)!,
});

const addArtist: MakeCall = (_state, { a, b }) => {
  const made = chooseFields(a, b);
  return byAdmin(
    "POST /api/users",
    (copy, { body }) => {
      if (isNameTaken(copy, made.display_name)) return 409;
      const { ra_key: key } = body as { ra_key: number };
      copy.artists.push({ key, ...made });
      return 201;
    },
    { body: made },
  );
};

const saveArtist = saving(
  "artists",
  (_state, { a, b }): Partial<Artist> => {
    const { display_name, relation, dob } = chooseFields(b, a);
    // What is absent stays.
    return {
      ...(a % 3 === 0 ? {} : { display_name }),
      ...(b % 3 === 0 ? {} : { relation }),
      ...(b % 5 < 2 ? {} : { dob }),
    };
  },
  (copy, artist, { display_name = artist.display_name }) => {
    const isUnknown = artist.display_name === "UNKNOWN";
    if (isUnknown && display_name !== "UNKNOWN") return 409;
    return isNameTaken(copy, display_name, artist.key) ? 409 : undefined;
  },
);

/** How often each is made, and how. */
export const catalogueCalls: [number, MakeCall][] = [
  [4, addRock],
  [3, saveRock],
  [2, removing("rocks")],
  [3, addArtist],
  [1, saveArtist],
  [2, removing("artists")],
];
