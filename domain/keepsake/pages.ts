import type { JourneyRoute, PublicFind } from "#domain/finds/answers.ts";
import type { Examples, OtherLanguages } from "#domain/site/answers.ts";
import type { RockSummary } from "#domain/rocks/answers.ts";

/** What the pages of a keepsake show. Every path is one within the keepsake. */

export interface KeepsakeSite {
  site_name: string;
  memorial_name: string;
  memorial_dates: string;
  hero_title: string;
  hero_subtitle: string;
  /** Empty if there is none. */
  social_url: string;
  donate_url: string;
  /** The language of its pages. */
  language: string;
  /** Of the texts above, those that are in another. */
  lang: OtherLanguages;
  /** The day on which it was made, YYYY-MM-DD. */
  day: string;
}

export interface KeptPicture {
  small: string;
  large: string;
}

/** A part of the flat world map, in degrees from its middle: `x` east, and `y` south in units of the same length. */
export interface MapView {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A rock's way on the flat map. */
export interface JourneyDrawing {
  view: MapView;
  /** For the `d` of a path. Empty if no way leads from stop to stop. */
  way: string;
  stops: {
    x: number;
    y: number;
    number: number;
    label: string;
    /** Whether the place is only approximate. */
    isInexact: boolean;
  }[];
}

export interface MapPin {
  x: number;
  y: number;
  path: string;
  rock_number: number;
  /** Where it is, in words; blank if nobody has said. */
  place: string;
  /** How many rocks it stands for. */
  rocks: number;
}

/** One of the pages that share a long list. */
export interface Part {
  number: number;
  /** The paths of all parts. */
  paths: string[];
}

export interface ListedRock {
  number: number;
  artists: string;
  trips: number;
  path: string;
  picture: string | null;
}

export interface KeptFind extends PublicFind {
  /** 1 is the rock's oldest. */
  number: number;
  pictures: (KeptPicture & {
    /** Its description; blank if there is none. */
    description: string;
  })[];
}

export type KeepsakePage = { path: string } & (
  | {
      kind: "story";
      html: string;
      examples: Examples;
      rocks: number;
      finds: number;
      photos: number;
    }
  | {
      kind: "albums";
      albums: { title: string; photos: number; path: string; cover: string }[];
    }
  | {
      kind: "album";
      title: string;
      desc: string;
      photos: number;
      part: Part;
      /** A title may be blank. */
      shown: {
        path: string;
        picture: KeptPicture;
        title: string;
        number: number;
      }[];
    }
  | {
      kind: "photo";
      album: { title: string; path: string };
      title: string;
      desc: string;
      date: string | null;
      picture: KeptPicture;
      width: number | null;
      height: number | null;
      number: number;
      of: number;
      previous: string | null;
      next: string | null;
    }
  | {
      kind: "rocks";
      found: number;
      total: number;
      part: Part;
      shown: ListedRock[];
      /** The scripts that hold what the search looks through. */
      search: string[];
    }
  | {
      kind: "rock";
      rock: RockSummary;
      picture: KeptPicture | null;
      /** Only on the first part. */
      route: Pick<JourneyRoute, "distance_km" | "countries"> | null;
      drawing: JourneyDrawing | null;
      part: Part;
      finds: KeptFind[];
    }
  | { kind: "map"; view: MapView; pins: MapPin[]; rocks: number }
  | { kind: "awareness"; html: string }
);

/** Renders a keepsake: its pages as HTML, and what they all need. */
export interface KeepsakeRenderer {
  renderPage: (site: KeepsakeSite, page: KeepsakePage) => string;
  /** Styles, scripts, typefaces and ornaments. */
  listAssets: (
    language: string,
  ) => { path: string; content: string | Uint8Array }[];
}
