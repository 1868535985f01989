import { copyFileSync, linkSync, mkdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";

/** The number of hard links to one file that every usual file system allows. */
const LINKS_MAX = 1000;

/** The size of the original and of each derivative, in pixels. */
const SIZES = {
  original: [1600, 1200],
  webp: [2048, 1536],
  sm: [320, 240],
  webp640: [640, 480],
  webp300x300: [300, 300],
  a: [2048, 2048],
  a_sm: [512, 512],
  a_xs: [320, 320],
  pin: [128, 128],
};

/** Fills a store with the same picture again and again, as hard links. */
export async function createPictures(media) {
  mkdirSync(media, { recursive: true });
  const folder = await mkdtemp(path.join(media, ".pictures-"));
  /** Of each kind: the file that is linked next, and how often it was. */
  const sources = {};
  for (const [kind, [width, height]] of Object.entries(SIZES)) {
    const file = path.join(folder, kind);
    await sharp({
      create: { width, height, channels: 3, background: "#b4552d" },
    })
      .toFormat(kind === "original" ? "jpeg" : "webp")
      .toFile(file);
    sources[kind] = { file, links: LINKS_MAX };
  }

  const put = (kind, place) => {
    const target = path.join(media, place);
    mkdirSync(path.dirname(target), { recursive: true });
    const { file, links } = sources[kind];
    if (links < LINKS_MAX) {
      linkSync(file, target);
      sources[kind].links++;
    } else {
      copyFileSync(file, target);
      sources[kind] = { file: target, links: 1 };
    }
  };
  return {
    done: () => rm(folder, { recursive: true, force: true }),
    addRock(number) {
      put("original", `catalog/${number}/original/a.jpg`);
      for (const kind of ["a", "a_sm", "a_xs", "pin"])
        put(kind, `catalog/${number}/${kind}.webp`);
    },
    addFind({ rock_number, uuid }, name) {
      const post = `rocks/${rock_number}/${uuid}`;
      put("original", `${post}/original/${name}.jpg`);
      for (const kind of ["sm", "webp640", "webp"])
        put(kind, `${post}/${kind}/${name}.webp`);
    },
    addPhoto(album, name) {
      put("original", `albums/${album}/${name}.jpg`);
      for (const kind of ["webp", "webp640", "webp300x300"])
        put(kind, `albums/${album}/${kind}/${name}.webp`);
    },
  };
}
