/**
 * Where everything is in a keepsake. Rocks are in folders of a thousand, because the file systems of USB sticks hold
 * few files in a folder, and names are short and lower case.
 */

const thousand = (rockNumber: number) => Math.floor(rockNumber / 1000);

export const paths = {
  readme: "README.txt",
  land: "map/land.svg",
  hero: "pictures/site/hero.webp",
  tallHero: "pictures/site/hero-tall.webp",
  logo: "pictures/site/logo.webp",
  story: "index.html",
  albums: "albums/index.html",
  rocks: (part: number) =>
    `rocks/${part === 1 ? "index" : `part-${part}`}.html`,
  map: "map/index.html",
  awareness: "awareness.html",
  album: (name: string, part: number) =>
    `albums/${name}/${part === 1 ? "index" : `part-${part}`}.html`,
  /** @param number its place in the album, from 1 on */
  photo: (album: string, number: number) =>
    `albums/${album}/photo-${number}.html`,
  rock: (rockNumber: number, part = 1) =>
    `rocks/${thousand(rockNumber)}/${rockNumber}${part === 1 ? "" : `-part-${part}`}.html`,
  search: (part: number) => `rocks/search/${part}.js`,
  photoPicture: (album: string, number: number) => ({
    large: `pictures/albums/${album}/${number}.webp`,
    small: `pictures/albums/${album}/${number}-small.webp`,
  }),
  /** A catalogue picture. */
  rockPicture: (rockNumber: number) => ({
    large: `${rockFolder(rockNumber)}/rock.webp`,
    small: `${rockFolder(rockNumber)}/rock-small.webp`,
  }),
  stone: (rockNumber: number) => `${rockFolder(rockNumber)}/stone.webp`,
  /** @param find the number of the journey, from 1 on; @param image from 1 on */
  image: (rockNumber: number, find: number, image: number) => ({
    large: `${rockFolder(rockNumber)}/journey-${find}-${image}.webp`,
    small: `${rockFolder(rockNumber)}/journey-${find}-${image}-small.webp`,
  }),
};

const rockFolder = (rockNumber: number) =>
  `pictures/rocks/${thousand(rockNumber)}/${rockNumber}`;

/** The relative path from a page to another file. */
export const pathFrom = (page: string, to: string) =>
  "../".repeat(page.split("/").length - 1) + to;
