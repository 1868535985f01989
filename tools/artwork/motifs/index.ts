import * as creatures from "./creatures.ts";
import * as nature from "./nature.ts";
import * as patterns from "./patterns.ts";
import * as sky from "./sky.ts";
import type { MotifName } from "../../../scripts/demo/names.ts";
import type { Motif } from "./motif.ts";

export const motifs: Record<MotifName, Motif> = {
  ...creatures,
  ...nature,
  ...patterns,
  ...sky,
};
