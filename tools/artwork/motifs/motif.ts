import type { Random } from "../paint.ts";

/** What an artist paints on a stone, drawn round 0, 0 within about ±74 × ±58. */
export interface Painting {
  /** Colour of the bare stone. */
  stone: string;
  /** Ground colour, light to dark; null leaves the stone bare round the art. */
  coat: readonly [string, string] | null;
  /** SVG; may use `url(#BLUR)` as a soft filter. */
  art: string;
}

export interface Motif {
  palettes: number;
  paint(palette: number, random: Random): Painting;
}

/** A motif that comes in several colourings. */
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
