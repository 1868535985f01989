import balloon from "#app/assets/pebbles/balloon.webp?inline";
import heart from "#app/assets/pebbles/heart.webp?inline";
import ladybird from "#app/assets/pebbles/ladybird.webp?inline";
import mandala from "#app/assets/pebbles/mandala.webp?inline";
import mountains from "#app/assets/pebbles/mountains.webp?inline";
import plain from "#app/assets/pebbles/plain.webp?inline";
import rainbow from "#app/assets/pebbles/rainbow.webp?inline";
import sailboat from "#app/assets/pebbles/sailboat.webp?inline";
import turtle from "#app/assets/pebbles/turtle.webp?inline";
import waves from "#app/assets/pebbles/waves.webp?inline";
import fraunces from "#app/assets/fonts/fraunces.woff2?inline";
import nunito from "#app/assets/fonts/nunito-sans.woff2?inline";
import tokens from "#app/styles/tokens.css?raw";
import base from "#app/styles/base.css?raw";
import controls from "#app/styles/controls.css?raw";
import keepsake from "./keepsake.css?raw";
import script from "./browser/keepsake.js?raw";

/** What the pages need beside their pictures. In the program itself, because a finished build has no sources. */

export const STYLES = "look/styles/keepsake.css";
export const SCRIPT = "look/keepsake.js";
/** tokens.css asks for them beside the folder of the styles. */
const FONTS = "look/assets/fonts";
const stones = {
  balloon,
  heart,
  ladybird,
  mandala,
  mountains,
  plain,
  rainbow,
  sailboat,
  turtle,
  waves,
};

/** An ornament; `plain` is the bare stone of a rock without a picture. */
export const stonePath = (motif: keyof typeof stones) =>
  `look/stones/${motif}.webp`;

/** The bytes of a data URL. */
const bytesOf = (url: string) =>
  Uint8Array.from(atob(url.slice(url.indexOf(",") + 1)), (character) =>
    character.charCodeAt(0),
  );

export const assets = [
  { path: STYLES, content: [tokens, base, controls, keepsake].join("\n") },
  { path: SCRIPT, content: script },
  { path: `${FONTS}/fraunces.woff2`, content: bytesOf(fraunces) },
  { path: `${FONTS}/nunito-sans.woff2`, content: bytesOf(nunito) },
  ...Object.entries(stones).map(([motif, url]) => ({
    path: stonePath(motif as keyof typeof stones),
    content: bytesOf(url),
  })),
];
