/**
 * All that a site holds, as plain objects. The rules beside this file say what each call does to it, the folder
 * `seen` what people and files then have to show. Nothing here comes from the site's own code.
 */

/** Degrees. */
export interface Place {
  latitude: number;
  longitude: number;
}

/** Names a small picture, whose bytes no other one has. */
export type PictureId = number;

export interface Picture {
  picture: PictureId;
  /** Whether its derivatives must be there. While false, they are being made. */
  ready: boolean;
}

export interface Image extends Picture {
  key: number;
  name: string;
  show: boolean;
  /** What it shows. */
  description: string;
  /** Whether it is a smaller copy whose original is still to come. */
  isCopy: boolean;
  /** The original that came after the copy was shown, and that the admin hasn't seen yet. */
  late: { picture: PictureId; name: string } | null;
  /** Whether an original has taken the place of its copy. */
  isReplaced: boolean;
}

/** The upload of an original that was announced and hasn't come. */
export interface Upload {
  path: string;
  uuid: string;
  image: string;
  picture: PictureId;
}

export interface Suggestion extends Place {
  accuracy: number;
  source: "photo" | "device" | "map" | "town";
  precision: number;
}

export interface Find {
  key: number;
  uuid: string;
  finderKey: string;
  submission: string;
  rock: number;
  /** The number that it came with. */
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
  place: Place | null;
  /** Metres; 0 is exact. */
  precision: number;
  noPlace: boolean;
  suggestion: Suggestion | null;
  /** How often its finder has changed it. */
  corrections: number;
  images: Image[];
}

export interface Rock extends Picture {
  key: number;
  number: number;
  /** Where its files are. */
  folder: string;
  comment: string;
  /** Keys. */
  artists: number[];
  /** Whether an artist has come back to it since it was saved, so that their order isn't promised. */
  isMended: boolean;
}

export interface Artist {
  key: number;
  name: string;
  relation: string;
  dob: string | null;
}

export interface Photo extends Picture {
  key: number;
  /** The original's name. */
  file: string;
  /** The derivatives' name, with `.webp`. */
  name: string;
  title: string;
  desc: string;
  date: string | null;
  order: number;
  show: boolean;
}

export interface Album {
  key: number;
  name: string;
  title: string;
  desc: string;
  show: boolean;
  order: number;
  photos: Photo[];
  /** Every name that a photo of it has had. */
  usedNames: string[];
}

/** A thing in the trash. `of` is the key of the find or the album that it is part of. */
export type Trashed = { key: number } & (
  | { kind: "find"; thing: Find }
  | { kind: "find-image"; thing: Image; of: number }
  | { kind: "rock"; thing: Rock }
  | { kind: "artist"; thing: Artist }
  | { kind: "album"; thing: Album }
  | { kind: "photo"; thing: Photo; of: number }
);

/** What the answer to a decision says that takes it back. */
export interface Undo {
  token: string;
  find: number;
  before: Decided;
  after: Decided;
  /** The pictures that the find had. */
  pictures: PictureId[];
  corrections: number;
}

/** What a decision may change of a find. */
export type Decided = Pick<
  Find,
  "show" | "putAside" | "closed" | "noPlace" | "place" | "precision"
>;

export interface State {
  finds: Find[];
  rocks: Rock[];
  artists: Artist[];
  albums: Album[];
  /** Oldest first. */
  trash: Trashed[];
  /** Who painted what, as long as the rock or the artist is in the trash. */
  cutLinks: { rock: number; artist: number }[];
  undos: Undo[];
  uploads: Upload[];
}

/** @param unknown the key of the artist UNKNOWN, who is there from the start */
export const emptyState = (unknown: number): State => ({
  finds: [],
  rocks: [],
  artists: [{ key: unknown, name: "UNKNOWN", relation: "", dob: null }],
  albums: [],
  trash: [],
  cutLinks: [],
  undos: [],
  uploads: [],
});

export const byKey = <T extends { key: number }>(things: T[], key: number) =>
  things.find((thing) => thing.key === key);

export const without = <T extends { key: number }>(things: T[], key: number) =>
  things.filter((thing) => thing.key !== key);

export const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one) === JSON.stringify(other);

/** All pictures that are neither in the trash nor gone. */
export const listPictures = ({ finds, rocks, albums }: State): Picture[] => [
  ...finds.flatMap(({ images }) => images),
  ...rocks,
  ...albums.flatMap(({ photos }) => photos),
];
