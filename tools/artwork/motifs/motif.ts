import type { Random } from "../../../scripts/demo/random.ts";

/** The painting on a stone, drawn around 0, 0 within about ±74 × ±58. */
export interface Painting {
  /** Colour of the bare stone. */
  stone: string;
  /** Ground colours from light to dark; null leaves the stone bare around the painting. */
  coat: readonly [string, string] | null;
  /** SVG; may use `url(#BLUR)` as a soft filter. */
  art: string;
}

export interface Motif {
  palettes: number;
  paint(palette: number, random: Random): Painting;
}

/** Makes a motif with several colourings. */
export function motif<P>(
  palettes: readonly P[],
  paint: (palette: P, random: Random) => Painting,
): Motif {
  return {
    palettes: palettes.length,
    paint: (palette, random) =>
      paint(palettes[palette % palettes.length] as P, random),
  };
}
