/**
 * The paths of everything in a keepsake. Rocks are in folders of a thousand, because the file systems of USB sticks hold
 * few files in a folder, and names are short and lower case.
 */

const thousand = (rockNumber: number) => Math.floor(rockNumber / 1000);

const rockPictures = (rockNumber: number) =>
  `pictures/rocks/${thousand(rockNumber)}/${rockNumber}`;

export const paths = {
  readme: "README.txt",
  story: "index.html",
  albums: "albums/index.html",
  album: (name: string) => `albums/${name}/index.html`,
  rocks: (after: number) =>
    `rocks/${after === 0 ? "index" : `after-${after}`}.html`,
  rock: (rockNumber: number) =>
    `rocks/${thousand(rockNumber)}/${rockNumber}.html`,
  map: "map.html",
  awareness: "awareness.html",
  /** Files that come with the code. */
  look: (name: string) => `look/${name.toLowerCase()}`,
  sitePicture: (name: string) => `pictures/site/${name}`,
  cover: (album: string) => `pictures/albums/${album}/cover.webp`,
  /** @param nth its place in the album, from 1 on */
  photo: (album: string, nth: number) => `pictures/albums/${album}/${nth}.webp`,
  rockPicture: (rockNumber: number, isSmall: boolean) =>
    `${rockPictures(rockNumber)}/rock${isSmall ? "-small" : ""}.webp`,
  /** @param journey its number, from 1 on; @param nth from 1 on */
  image: (rockNumber: number, journey: number, nth: number) =>
    `${rockPictures(rockNumber)}/journey-${journey}-${nth}.webp`,
};

/** The relative path from a page to another file. */
export const pathFrom = (page: string, to: string) =>
  "../".repeat(page.split("/").length - 1) + to;
