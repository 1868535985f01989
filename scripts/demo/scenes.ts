import type { TimeOfDay } from "./light.ts";
import type { BackdropName, GroundName } from "./names.ts";

/** A place where a stone can lie: a ground, and what is behind it. */
export interface SceneLook {
  /** Without it, the ground is seen from above and fills the picture. */
  backdrop?: BackdropName;
  ground: GroundName;
  time: TimeOfDay;
  seed: number;
  width: number;
  height: number;
  /** Keeps the view in focus, because no stone lies in front of it. */
  sharp?: boolean;
}

/** A place in which the demo's photographs are taken. It is drawn once and used by many photographs. */
interface Scene extends Omit<SceneLook, "seed" | "width" | "height"> {
  setting: Setting;
  tall?: boolean;
}

export type Setting =
  | "lake"
  | "sea"
  | "mountains"
  | "desert"
  | "winter"
  | "harbour"
  | "city"
  | "park"
  | "autumn"
  | "blossom"
  | "forest"
  | "garden"
  | "meadow"
  | "table"
  | "sand"
  | "shingle"
  | "moss"
  | "leaves"
  | "grass"
  | "gravel"
  | "snow"
  | "view-lake"
  | "view-sea"
  | "view-mountains"
  | "view-autumn"
  | "view-winter";

const places: Scene[] = [
  { setting: "lake", backdrop: "lake", ground: "shingle", time: "dawn" },
  { setting: "lake", backdrop: "lake", ground: "grass", time: "day" },
  {
    setting: "lake",
    backdrop: "lake",
    ground: "rock",
    time: "golden",
    tall: true,
  },
  { setting: "lake", backdrop: "lake", ground: "shingle", time: "rose" },
  { setting: "lake", backdrop: "lake", ground: "wood", time: "overcast" },
  { setting: "lake", backdrop: "lake", ground: "rock", time: "dusk" },
  { setting: "sea", backdrop: "sea", ground: "sand", time: "day" },
  { setting: "sea", backdrop: "sea", ground: "rock", time: "golden" },
  {
    setting: "sea",
    backdrop: "sea",
    ground: "shingle",
    time: "overcast",
    tall: true,
  },
  { setting: "sea", backdrop: "sea", ground: "sand", time: "rose" },
  { setting: "sea", backdrop: "sea", ground: "rock", time: "day" },
  { setting: "sea", backdrop: "sea", ground: "sand", time: "dusk" },
  { setting: "sea", backdrop: "sea", ground: "meadow", time: "day" },
  { setting: "sea", backdrop: "sea", ground: "shingle", time: "dawn" },
  {
    setting: "mountains",
    backdrop: "mountains",
    ground: "meadow",
    time: "day",
  },
  { setting: "mountains", backdrop: "mountains", ground: "rock", time: "day" },
  {
    setting: "mountains",
    backdrop: "mountains",
    ground: "moss",
    time: "overcast",
    tall: true,
  },
  {
    setting: "mountains",
    backdrop: "mountains",
    ground: "rock",
    time: "golden",
  },
  {
    setting: "mountains",
    backdrop: "mountains",
    ground: "gravel",
    time: "rose",
  },
  {
    setting: "mountains",
    backdrop: "mountains",
    ground: "grass",
    time: "dawn",
  },
  { setting: "desert", backdrop: "desert", ground: "dune", time: "golden" },
  { setting: "desert", backdrop: "desert", ground: "dune", time: "day" },
  {
    setting: "desert",
    backdrop: "desert",
    ground: "rock",
    time: "dusk",
    tall: true,
  },
  { setting: "desert", backdrop: "desert", ground: "gravel", time: "rose" },
  { setting: "desert", backdrop: "desert", ground: "dune", time: "night" },
  { setting: "winter", backdrop: "winter", ground: "snow", time: "day" },
  { setting: "winter", backdrop: "winter", ground: "snow", time: "rose" },
  { setting: "winter", backdrop: "winter", ground: "wood", time: "overcast" },
  {
    setting: "winter",
    backdrop: "winter",
    ground: "snow",
    time: "dusk",
    tall: true,
  },
  { setting: "winter", backdrop: "winter", ground: "snow", time: "dawn" },
  { setting: "harbour", backdrop: "harbour", ground: "paving", time: "day" },
  { setting: "harbour", backdrop: "harbour", ground: "wood", time: "golden" },
  {
    setting: "harbour",
    backdrop: "harbour",
    ground: "rock",
    time: "overcast",
    tall: true,
  },
  { setting: "harbour", backdrop: "harbour", ground: "wood", time: "rose" },
  { setting: "harbour", backdrop: "harbour", ground: "paving", time: "dusk" },
  { setting: "city", backdrop: "harbour", ground: "paving", time: "night" },
  { setting: "city", backdrop: "park", ground: "paving", time: "day" },
  { setting: "city", backdrop: "garden", ground: "paving", time: "golden" },
  {
    setting: "city",
    backdrop: "harbour",
    ground: "rock",
    time: "dawn",
    tall: true,
  },
  { setting: "park", backdrop: "park", ground: "grass", time: "day" },
  { setting: "park", backdrop: "park", ground: "clover", time: "golden" },
  { setting: "park", backdrop: "park", ground: "wood", time: "overcast" },
  {
    setting: "park",
    backdrop: "park",
    ground: "gravel",
    time: "day",
    tall: true,
  },
  { setting: "autumn", backdrop: "autumn", ground: "leaves", time: "golden" },
  {
    setting: "autumn",
    backdrop: "autumn",
    ground: "leaves",
    time: "overcast",
    tall: true,
  },
  { setting: "autumn", backdrop: "autumn", ground: "wood", time: "day" },
  { setting: "autumn", backdrop: "autumn", ground: "grass", time: "dawn" },
  { setting: "blossom", backdrop: "blossom", ground: "clover", time: "day" },
  { setting: "blossom", backdrop: "blossom", ground: "gravel", time: "rose" },
  {
    setting: "blossom",
    backdrop: "blossom",
    ground: "grass",
    time: "dawn",
    tall: true,
  },
  { setting: "forest", backdrop: "forest", ground: "moss", time: "day" },
  { setting: "forest", backdrop: "forest", ground: "needles", time: "golden" },
  {
    setting: "forest",
    backdrop: "forest",
    ground: "moss",
    time: "dawn",
    tall: true,
  },
  { setting: "forest", backdrop: "forest", ground: "leaves", time: "overcast" },
  { setting: "forest", backdrop: "forest", ground: "needles", time: "day" },
  { setting: "garden", backdrop: "garden", ground: "clover", time: "day" },
  { setting: "garden", backdrop: "garden", ground: "wood", time: "golden" },
  {
    setting: "garden",
    backdrop: "garden",
    ground: "gravel",
    time: "overcast",
    tall: true,
  },
  { setting: "garden", backdrop: "garden", ground: "grass", time: "rose" },
  { setting: "garden", backdrop: "blur", ground: "moss", time: "day" },
  { setting: "meadow", backdrop: "blur", ground: "meadow", time: "golden" },
  { setting: "meadow", backdrop: "park", ground: "meadow", time: "day" },
  {
    setting: "meadow",
    backdrop: "mountains",
    ground: "meadow",
    time: "golden",
    tall: true,
  },
  { setting: "table", backdrop: "blur", ground: "wood", time: "day" },
  { setting: "table", ground: "wood", time: "day" },
  { setting: "table", ground: "wood", time: "golden", tall: true },
  { setting: "sand", ground: "sand", time: "day" },
  { setting: "sand", ground: "dune", time: "golden" },
  { setting: "shingle", ground: "shingle", time: "overcast" },
  { setting: "shingle", ground: "shingle", time: "golden", tall: true },
  { setting: "moss", ground: "moss", time: "day" },
  { setting: "moss", ground: "needles", time: "day" },
  { setting: "leaves", ground: "leaves", time: "golden" },
  { setting: "leaves", ground: "leaves", time: "overcast", tall: true },
  { setting: "grass", ground: "grass", time: "day" },
  { setting: "grass", ground: "clover", time: "day" },
  { setting: "gravel", ground: "gravel", time: "day" },
  { setting: "gravel", ground: "rock", time: "day" },
  { setting: "snow", ground: "snow", time: "day" },
  {
    setting: "view-lake",
    backdrop: "lake",
    ground: "grass",
    time: "dawn",
    sharp: true,
  },
  {
    setting: "view-lake",
    backdrop: "lake",
    ground: "shingle",
    time: "dusk",
    sharp: true,
  },
  {
    setting: "view-lake",
    backdrop: "lake",
    ground: "meadow",
    time: "day",
    sharp: true,
  },
  {
    setting: "view-lake",
    backdrop: "lake",
    ground: "rock",
    time: "golden",
    sharp: true,
    tall: true,
  },
  {
    setting: "view-sea",
    backdrop: "sea",
    ground: "sand",
    time: "day",
    sharp: true,
  },
  {
    setting: "view-sea",
    backdrop: "sea",
    ground: "sand",
    time: "golden",
    sharp: true,
  },
  {
    setting: "view-sea",
    backdrop: "sea",
    ground: "shingle",
    time: "rose",
    sharp: true,
  },
  {
    setting: "view-mountains",
    backdrop: "mountains",
    ground: "meadow",
    time: "day",
    sharp: true,
  },
  {
    setting: "view-mountains",
    backdrop: "mountains",
    ground: "grass",
    time: "golden",
    sharp: true,
    tall: true,
  },
  {
    setting: "view-autumn",
    backdrop: "autumn",
    ground: "leaves",
    time: "golden",
    sharp: true,
  },
  {
    setting: "view-winter",
    backdrop: "winter",
    ground: "snow",
    time: "day",
    sharp: true,
  },
];

/** The longer and the shorter side of a drawn place, in pixels. */
export const SCENE_SIZE = [1400, 1050] as const;

/** All places, each with its own file name. */
export const scenes = places.map((place, index) => {
  const [long, short] = SCENE_SIZE;
  const nth =
    places.slice(0, index).filter(({ setting }) => setting === place.setting)
      .length + 1;
  return {
    ...place,
    name: `${place.setting}-${nth}`,
    seed: index * 7 + 3,
    width: place.tall ? short : long,
    height: place.tall ? long : short,
  };
});
