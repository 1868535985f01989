import fraunces from "#app/assets/fonts/fraunces.woff2?inline";
import nunito from "#app/assets/fonts/nunito-sans.woff2?inline";
import tokens from "#app/styles/tokens.css?raw";
import keepsake from "./keepsake.css?raw";
import script from "./keepsake.js?raw";

/** What the pages need beside their pictures. Bundled, because a finished build has no sources. */

export const STYLES = "look/styles/keepsake.css";
export const SCRIPT = "look/keepsake.js";
/** tokens.css asks for them beside the folder of the styles. */
const FONTS = "look/assets/fonts";
const STONES = "look/stones";

const stones = import.meta.glob<string>(
  "../../assets/pebbles/{balloon,heart,ladybird,mandala,plain,rainbow,sailboat,turtle,waves}.webp",
  { eager: true, import: "default", query: "?inline" },
);

/** The site's own styles that the pages wear. */
const worn = import.meta.glob<string>(
  [
    "../../styles/{base,controls,page,rock-page,sudc}.css",
    "../albums/albums.css",
    "../gallery/lightbox.css",
    "../rocks/rock-banner.css",
    "../rocks/journey/journey-card.css",
    "../site/{footer,nav}.css",
    "../site/home/{hero,story}.css",
    "../ui/pebble.css",
  ],
  { eager: true, import: "default", query: "?raw" },
);

/** An ornament; `plain` is the bare stone of a rock without a picture. */
export const stonePath = (motif: string) => `${STONES}/${motif}.webp`;

/** The bytes of a data URL. */
const bytesOf = (url: string) =>
  Uint8Array.from(atob(url.slice(url.indexOf(",") + 1)), (character) =>
    character.charCodeAt(0),
  );

/** @param words what the script says, which it has no other way to learn without a server */
export const listAssets = (words: object) => [
  {
    path: STYLES,
    content: [tokens, ...Object.values(worn), keepsake].join("\n"),
  },
  {
    path: SCRIPT,
    content: `window.keepsakeWords = ${JSON.stringify(words)};\n${script}`,
  },
  { path: `${FONTS}/fraunces.woff2`, content: bytesOf(fraunces) },
  { path: `${FONTS}/nunito-sans.woff2`, content: bytesOf(nunito) },
  ...Object.entries(stones).map(([file, url]) => ({
    path: `${STONES}/${file.split("/").at(-1)}`,
    content: bytesOf(url),
  })),
];
