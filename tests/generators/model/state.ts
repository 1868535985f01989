import type { PictureId } from "../pictures.ts";

/**
 * All that a site holds, as plain objects. Fields that the API has too have its names. `calls/` says what each call
 * does to a state, `looks.ts` and `files.ts` what people and files then have to show. None uses the site's own code.
 */

export interface Thing {
  key: number;
  /** Its key in the trash, while it is there. */
  trash?: number;
}

interface Picture extends Thing {
  picture: PictureId;
  /** Whether its derivatives must be there. While false, they are being made. */
  ready: boolean;
}

export interface Find extends Thing {
  uuid: string;
  finderKey: string;
  submission: string;
  rock_number: number;
  /** The number that it came with. Its files stay there. */
  from: number;
  location: string;
  comment: string;
  name: string;
  email: string;
  /** YYYY-MM-DDTHH:MM:SSZ */
  date: string;
  show: boolean;
  /** Hidden on purpose. A hidden find that isn't put aside waits for a decision. */
  putAside: boolean;
  /** Put aside whatever its finder corrects. */
  closed: boolean;
  latitude: number | null;
  longitude: number | null;
  /** Metres; 0 is exact. */
  precision: number;
  no_place: boolean;
  suggestion: Suggestion | null;
  /** How often its finder has changed it. */
  corrections: number;
}

export interface Suggestion {
  latitude: number;
  longitude: number;
  accuracy: number;
  source: "map";
  precision: number;
}

export interface Image extends Picture {
  /** The key of its find. */
  of: number;
  current_name: string;
  show: boolean;
  description: string;
  /** Whether it is a smaller copy whose original is still to come. */
  isCopy: boolean;
  /** The original that came after the copy was shown, and that the admin hasn't seen yet. */
  late: { picture: PictureId; name: string } | null;
  /** Whether an original has taken the place of its copy. */
  isReplaced: boolean;
}

export interface Rock extends Picture {
  rock_number: number;
  /** Where its files are. */
  folder: string;
  comment: string;
  /** Keys, also of those in the trash. */
  artists: number[];
  /** Whether an artist has come back to it since it was saved, so that their order isn't promised. */
  isMended: boolean;
}

export interface Artist extends Thing {
  display_name: string;
  relation: string;
  dob: string | null;
}

export interface Album extends Thing {
  name: string;
  display_name: string;
  desc: string;
  show: boolean;
  order_num: number;
}

export interface Photo extends Picture {
  /** The key of its album. */
  of: number;
  /** The original's name. */
  file: string;
  /** The derivatives' name, with `.webp`. */
  name: string;
  display_name: string;
  desc: string;
  date: string | null;
  order_num: number;
  show: boolean;
}

/** What a decision may change of a find. */
const DECIDED = [
  ...(["show", "putAside", "closed", "no_place"] as const),
  ...(["latitude", "longitude", "precision"] as const),
];
export type Decided = Pick<Find, (typeof DECIDED)[number]>;

export const decidedOf = (find: Find): Decided => pick(find, DECIDED);

/** What the answer to a decision says that takes it back. */
interface Undo {
  token: string;
  find: number;
  before: Decided;
  after: Decided;
  /** The pictures that the find had. */
  pictures: PictureId[];
  corrections: number;
}

/** The upload of an original that was announced and hasn't come. */
export interface Upload {
  path: string;
  uuid: string;
  image: string;
  picture: PictureId;
}

interface Things {
  finds: Find[];
  images: Image[];
  rocks: Rock[];
  artists: Artist[];
  albums: Album[];
  photos: Photo[];
}

export type Kind = keyof Things;

export interface State extends Things {
  undos: Undo[];
  uploads: Upload[];
}

/** As the trash and the keys of the API call each kind, and the fields that a save changes. */
export const KINDS = {
  finds: {
    inTrash: "find",
    key: "rps_key",
    saved: [
      ...["rock_number", "location", "comment", "name", "email", "date"],
      ...["show", "latitude", "longitude", "precision", "no_place"],
    ],
  },
  images: { inTrash: "find-image", key: "rpi_key", saved: ["description"] },
  rocks: {
    inTrash: "rock",
    key: "rc_key",
    saved: ["comment", "picture"],
  },
  artists: {
    inTrash: "artist",
    key: "ra_key",
    saved: ["display_name", "relation", "dob"],
  },
  albums: {
    inTrash: "album",
    key: "pa_key",
    saved: ["display_name", "desc", "show"],
  },
  photos: {
    inTrash: "photo",
    key: "p_key",
    saved: ["display_name", "desc", "date", "show"],
  },
} as const satisfies Record<Kind, object>;

/** @param unknown the key of the artist UNKNOWN, who is there from the start */
export const emptyState = (unknown: number): State => ({
  finds: [],
  images: [],
  rocks: [],
  artists: [{ key: unknown, display_name: "UNKNOWN", relation: "", dob: null }],
  albums: [],
  photos: [],
  undos: [],
  uploads: [],
});

export const byKey = <T extends Thing>(things: T[], key?: number) =>
  things.find((thing) => thing.key === key);

/** What is neither in the trash nor part of something there. */
export function live<K extends Kind>(state: State, kind: K): State[K] {
  const parents = kind === "images" ? state.finds : state.albums;
  return (state[kind] as (Thing & { of?: number })[]).filter(
    ({ trash, of }) =>
      trash === undefined &&
      (of === undefined || byKey<Thing>(parents, of)!.trash === undefined),
  ) as State[K];
}

/** The images of a find, or the photos of an album. */
export const partsOf = <T extends Thing & { of: number }>(
  parts: T[],
  { key }: Thing,
) =>
  parts
    .filter(({ of, trash }) => of === key && trash === undefined)
    .sort((a, b) => a.key - b.key);

/** Those of a rock's artists who aren't in the trash. */
export const artistsOf = (state: State, { artists }: Rock) =>
  artists.filter((key) => byKey(live(state, "artists"), key));

/** What a save has to know, so that it is refused if somebody else has saved meanwhile. */
export function versionOf(state: State, kind: Kind, thing: Thing): string {
  const fields = Object.entries(thing);
  const isSaved = (name: string) =>
    (KINDS[kind].saved as readonly string[]).includes(name);
  const more =
    kind === "rocks"
      ? artistsOf(state, thing as Rock)
      : kind === "finds"
        ? [
            (thing as Find).corrections,
            partsOf(state.images, thing).map(
              ({ key, picture, show, description }) =>
                [key, picture, show, description] as const,
            ),
          ]
        : [];
  const saved = fields.filter(([name]) => isSaved(name)).sort();
  return JSON.stringify([saved, more]);
}

/** All pictures that are neither in the trash nor gone. */
export const listPictures = (state: State): Picture[] => [
  ...live(state, "images"),
  ...live(state, "rocks"),
  ...live(state, "photos"),
];

// ── Small tools ────────────────────────────────────────────────────────────────────────────────

export const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one) === JSON.stringify(other);

export const pick = <T extends object, K extends keyof T>(
  thing: T,
  names: readonly K[],
) => Object.fromEntries(names.map((name) => [name, thing[name]])) as Pick<T, K>;

/** Those of a thing's fields that a save sends. What is absent stays. */
export function changeFields<T extends object>(thing: T, fields: Partial<T>) {
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) Object.assign(thing, { [name]: value });
}

/** Things of a list in the order that the admin has chosen. Numbers may have holes, because things are deleted. */
export const inOrder = <T extends Thing & { order_num: number }>(things: T[]) =>
  [...things].sort((a, b) => a.order_num - b.order_num || a.key - b.key);

export const nextOrder = (things: { order_num: number }[]) =>
  Math.max(0, ...things.map(({ order_num }) => order_num)) + 1;

/** The equator's 40,075,017 metres divided by 360. */
const DEGREE = 111_320;
const centreOfCell = (degrees: number, cell: number) =>
  Number(((Math.floor(degrees / cell) + 0.5) * cell).toFixed(6));

/** Where the public sees a find: the centre of its cell in a grid of squares with sides of `precision` metres. */
export function publicPlace({ latitude, longitude, precision }: Find) {
  if (latitude === null || longitude === null) return null;
  if (precision === 0) return { latitude, longitude };
  const height = precision / DEGREE;
  const centre = centreOfCell(latitude, height);
  const shrink = Math.max(0.01, Math.cos((centre / 180) * Math.PI));
  const across = centreOfCell(longitude, height / shrink);
  return {
    latitude: centre,
    longitude: Math.min(180, Math.max(-180, across)),
  };
}
