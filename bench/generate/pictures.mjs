import { copyFileSync, linkSync, mkdirSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";

/** The number of hard links to one file that every usual file system allows. */
const LINKS_MAX = 1000;
const COLOURS = ["#5b8a72", "#c1694f", "#d9a441", "#4f7cac", "#8d6a9f"];

/** The width of the original and of each derivative, in pixels. */
const SIDES = {
  original: 1600,
  webp: 2048,
  sm: 320,
  webp640: 640,
  webp300x300: 300,
  a: 2048,
  a_sm: 512,
  a_xs: 320,
  pin: 128,
};

/** Fills a store with the same few pictures, as hard links. */
export async function createPictures(media) {
  mkdirSync(media, { recursive: true });
  const folder = await mkdtemp(path.join(media, ".pictures-"));
  const sources = [];
  for (const colour of COLOURS) {
    const source = {};
    for (const [kind, side] of Object.entries(SIDES)) {
      const file = path.join(folder, `${kind}-${sources.length}`);
      await writeFile(file, await paint(colour, side, kind));
      source[kind] = file;
    }
    sources.push(source);
  }
  let added = 0;
  const links = new Map();

  const put = (kind, place) => {
    const target = path.join(media, place);
    const source = sources[added % sources.length][kind];
    mkdirSync(path.dirname(target), { recursive: true });
    const count = links.get(source)?.count ?? LINKS_MAX;
    if (count >= LINKS_MAX) {
      copyFileSync(source, target);
      links.set(source, { file: target, count: 1 });
    } else {
      linkSync(links.get(source).file, target);
      links.get(source).count++;
    }
  };
  const done = () => rm(folder, { recursive: true, force: true });
  return {
    done,
    addRock(number) {
      added++;
      put("original", `catalog/${number}/original/a.jpg`);
      for (const kind of ["a", "a_sm", "a_xs", "pin"])
        put(kind, `catalog/${number}/${kind}.webp`);
    },
    addFind({ rock_number, uuid }, name) {
      added++;
      const post = `rocks/${rock_number}/${uuid}`;
      put("original", `${post}/original/${name}.jpg`);
      for (const kind of ["sm", "webp640", "webp"])
        put(kind, `${post}/${kind}/${name}.webp`);
    },
    addPhoto(album, name) {
      added++;
      put("original", `albums/${album}/${name}.jpg`);
      for (const kind of ["webp", "webp640", "webp300x300"])
        put(kind, `albums/${album}/${kind}/${name}.webp`);
    },
  };
}

function paint(colour, side, kind) {
  const isSquare = ["webp300x300", "a", "a_sm", "a_xs", "pin"].includes(kind);
  const height = isSquare ? side : Math.round(side * 0.75);
  const half = { x: side / 2, y: height / 2 };
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${height}">
    ${kind === "pin" ? "" : '<rect width="100%" height="100%" fill="#e7e1d6"/>'}
    <ellipse cx="${half.x}" cy="${half.y}" rx="${half.x * 0.7}" ry="${half.y * 0.6}" fill="${colour}"/></svg>`;
  const picture = sharp(Buffer.from(drawing));
  return (kind === "original" ? picture.jpeg() : picture.webp()).toBuffer();
}
