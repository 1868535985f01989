import { addAlbum } from "#tests/setup/calls/albums.ts";
import { addPosts, addRocks } from "#tests/setup/calls/rocks.ts";
import type { Site } from "#tests/setup/processes/site.ts";
import {
  asStored,
  fitting,
  MARKS,
  NAUGHTY,
  packNaughty,
  PAYLOADS,
} from "./strings.ts";

/** Finds of a rock: as many as a page shows of it. */
const OF_A_ROCK = 12;
const texts = NAUGHTY.map(asStored);
export const ROCKS = Math.ceil(texts.length / OF_A_ROCK);

const isUnique = (text: string, index: number, all: string[]) =>
  all.findIndex((other) => other.toLowerCase() === text.toLowerCase()) ===
  index;

/** What a field with a limit holds, if it can't hold the text. */
const or = (text: string, max: number) =>
  text.length <= max && text.trim() !== "" ? text : "Here";

export const LOCATIONS = texts.map((text) => or(text, 200));
export const COMMENTS = texts.map((text) => or(text, 5000));
export const NAMES = texts.map((text) => (text.length <= 100 ? text : ""));
export const ARTISTS = fitting(100, true).map(asStored).filter(isUnique);
/** Notes of rocks, and descriptions of photos and albums. */
export const NOTES = packNaughty(5000).map(asStored);
export const DESCRIPTIONS = packNaughty(2000).map(asStored);
export const TITLES = packNaughty(100, fitting(90)).map(asStored);

/** Site texts, each with something that would run. Their limits are 60, 80 and 200 characters. */
export const SITE_TEXTS = {
  site_name: `\u202e'"<svg onload=naughty=1> & </script>`,
  memorial_name: `<img src=naughty-request onerror=naughty=1>`,
  memorial_dates: `"><script>naughty=1</script>`,
  hero_title: `</h1><script>window.naughty=1</script>`,
  hero_subtitle: PAYLOADS.slice(0, 4).join(" "),
  contact_email: `"><svg/onload=naughty=1>@example.org`,
  social_url: `https://example.org/"onclick="naughty=1`,
  donate_url: `mailto:a@example.org?subject="><svg/onload=naughty=1>`,
  story: packNaughty(20_000).map(asStored)[0]!,
  sudc: packNaughty(20_000, NAUGHTY.toReversed()).map(asStored)[0]!,
};

/** Fills an empty site. Each string is the location, the comment and the name of a find, and an artist's name. */
export async function fillWithNaughty(site: Site) {
  const uuids = await addPosts(
    site,
    texts.map((_, index) => ({
      rock: 1 + (index % ROCKS),
      date: new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10),
      at: [(index % 120) - 60, (index % 340) - 170],
      location: LOCATIONS[index],
      comment: COMMENTS[index],
      name: NAMES[index],
      email: SITE_TEXTS.contact_email,
      // The newest find of each rock has a picture.
      pictures: index < texts.length - ROCKS ? 0 : 1,
    })),
  );
  site.alterWith(
    "UPDATE rock_post_images SET original_name = ?",
    `${PAYLOADS[0]}.jpg`,
  );
  addRocks(
    site,
    Array.from({ length: ROCKS }, (_, index) => [
      index + 1,
      ...ARTISTS.filter((_, artist) => artist % ROCKS === index),
    ]),
  );
  site.alter("UPDATE users SET relation = display_name");
  for (const [index, note] of [MARKS, ...NOTES].entries())
    site.alterWith(
      "UPDATE rocks SET comment = ? WHERE rock_number = ?",
      ...[note, index + 1],
    );
  for (const [key, value] of Object.entries(SITE_TEXTS))
    site.insert("site_texts", { key, value });
  // An album for each packed description. The first one's photos have all titles and descriptions.
  for (const [index, desc] of DESCRIPTIONS.entries())
    await addAlbum(site, {
      name: `album${index}`,
      title: TITLES[index],
      desc,
      photos: (index === 0 ? TITLES : [""]).map((title, photo) => ({
        ...{ title, desc: title && DESCRIPTIONS[photo] },
        ...{ width: 640, height: 480 },
      })),
    });
  return uuids;
}
