import assert from "node:assert/strict";
import { isOf } from "./pictures.ts";
import type { State } from "./rules/state.ts";
import { pictureAddresses, publicTexts } from "./seen/files.ts";
import { publicPlace } from "./seen/grid.ts";
import type { ModelSite } from "./site.ts";

/** Remembers every address and every word of a round, and looks whether any of them is public that mustn't be. */
export interface Witness {
  note: (state: State) => void;
  /**
   * Asks for every picture that has come, or has been shown, hidden or deleted, since it was asked for.
   * @param all asks for every one that there has ever been
   */
  checkAddresses: (on: ModelSite, state: State, all?: boolean) => Promise<void>;
  /** Looks at the pictures of finds: each must show what the admin has seen, and no other. */
  checkPictures: (on: ModelSite, state: State, all?: boolean) => Promise<void>;
  /** Reads pages and feeds. None may hold a word or a place that is hidden, or was changed. */
  checkPages: (on: ModelSite, state: State) => Promise<void>;
}

const PAGES = ["/", "/feed.xml", "/map", "/photos", "/all-rocks"];

export function createWitness(): Witness {
  /** Each with how it was last answered. */
  const addresses = new Map<string, number | undefined>();
  const words = new Set<string>();

  function note(state: State) {
    const { shown, hidden, coming } = pictureAddresses(state);
    for (const address of [...shown, ...hidden, ...coming])
      if (!addresses.has(address)) addresses.set(address, undefined);
    for (const word of listWords(state)) if (word !== "") words.add(word);
  }

  return {
    note,
    async checkAddresses({ site, cookies }, state, all = false) {
      note(state);
      const { shown, hidden, coming } = pictureAddresses(state);
      const ask = async (address: string, cookie?: string) => {
        const headers = cookie ? { cookie } : undefined;
        const url = site.baseURL + address;
        return (await fetch(url, { method: "HEAD", headers })).status;
      };
      await Promise.all([
        ...[...addresses].map(async ([address, before]) => {
          if (coming.includes(address)) return;
          const expected = shown.includes(address) ? 200 : 404;
          if (expected === before && !all) return;
          const status = await ask(address);
          const message = `${address} must answer everybody ${expected}, not ${status}`;
          assert.equal(status, expected, message);
          addresses.set(address, status);
        }),
        ...(all ? hidden : []).map(async (address) => {
          const status = await ask(address, cookies[0]);
          const message = `${address} must answer the admin 200, not ${status}`;
          assert.equal(status, 200, message);
        }),
      ]);
    },
    async checkPictures({ site, cookies }, { finds }, all = false) {
      await Promise.all(
        finds.flatMap((find) =>
          find.images
            .filter(({ late, isReplaced }) => all || late || isReplaced)
            .map(async ({ name, picture }) => {
              const address = `/media/rocks/${find.rock}/${find.uuid}/sm/${name}.webp`;
              const answer = await site.fetch(address, {
                headers: { cookie: cookies[0] },
              });
              assert.ok(
                await isOf(picture, new Uint8Array(await answer.arrayBuffer())),
                `${address} shows another picture than ${picture}`,
              );
            }),
        ),
      );
    },
    async checkPages({ site }, state) {
      const allowed = new Set([...publicTexts(state), ...publicNumbers(state)]);
      const rocks = new Set(state.finds.map(({ rock }) => `/rocks/${rock}`));
      for (const page of [...PAGES, ...rocks]) {
        const text = await (await site.fetch(page)).text();
        for (const word of words)
          assert.ok(
            allowed.has(word) || !says(text, word),
            `${page} says “${word}”, which isn't public`,
          );
      }
    },
  };
}

/** Whether a text has a word, and not only as the beginning of a longer number. */
const says = (text: string, word: string) =>
  text
    .split(word)
    .slice(1)
    .some((rest) => !/^\d/.test(rest));

/** Every text of finds and albums, and every exact number of a place. */
const listWords = ({ finds, albums }: State): string[] => [
  ...finds.flatMap(({ location, comment, name, email, place, suggestion }) => [
    location,
    comment,
    name,
    email,
    ...[place, suggestion].flatMap((spot) => (spot ? numbersOf(spot) : [])),
  ]),
  ...albums.flatMap(({ title, desc, photos }) => [
    title,
    desc,
    ...photos.map(({ title }) => title),
  ]),
];

/** Numbers that aren't anything else by chance. */
const numbersOf = ({
  latitude,
  longitude,
}: {
  latitude: number;
  longitude: number;
}) =>
  [latitude, longitude].map(String).filter((digits) => /\.\d{5}/.test(digits));

const publicNumbers = ({ finds }: State) =>
  finds.flatMap((find) => {
    const place = find.show && publicPlace(find);
    return place ? numbersOf(place) : [];
  });
