import assert from "node:assert/strict";
import { pictureAddresses } from "./files.ts";
import { isOf } from "../pictures.ts";
import type { ModelSite } from "./site.ts";
import { byKey, live, publicPlace, type State } from "./state.ts";

const PAGES = ["/", "/feed.xml", "/map", "/photos", "/all-rocks"];

/** Remembers every address and every word of a round, and looks whether any of them is public that mustn't be. */
export class Witness {
  /** Each with how it was last answered. */
  private readonly addresses = new Map<string, number | undefined>();
  private readonly words = new Set<string>();

  constructor(private readonly on: ModelSite) {}

  note(state: State) {
    const { shown, hidden, coming } = pictureAddresses(state);
    for (const address of [...shown, ...hidden, ...coming])
      if (!this.addresses.has(address)) this.addresses.set(address, undefined);
    for (const word of listWords(state, false)) this.words.add(word);
  }

  /**
   * Asks for every picture that has come, or has been shown, hidden or deleted, since it was asked for.
   * @param all asks for every one that there has ever been
   */
  async checkAddresses(state: State, all = false) {
    this.note(state);
    const { shown, hidden, coming } = pictureAddresses(state);
    const ask = async (address: string, expected: number, cookie = "") => {
      const url = this.on.site.baseURL + address;
      const { status } = await fetch(url, {
        method: "HEAD",
        headers: { cookie },
      });
      const who = cookie ? "the admin" : "everybody";
      const said = `${address} must answer ${who} ${expected}, not ${status}`;
      assert.equal(status, expected, said);
    };
    await Promise.all([
      ...[...this.addresses].map(async ([address, before]) => {
        if (coming.includes(address)) return;
        const expected = shown.includes(address) ? 200 : 404;
        if (expected === before && !all) return;
        await ask(address, expected);
        this.addresses.set(address, expected);
      }),
      ...(all ? hidden : []).map((address) =>
        ask(address, 200, this.on.cookies[0]),
      ),
    ]);
  }

  /** Looks at the pictures of finds: each must show what the admin has seen, and no other. */
  async checkPictures(state: State, all = false) {
    await Promise.all(
      live(state, "images")
        .filter(({ late, isReplaced }) => all || late || isReplaced)
        .map(async ({ of, current_name, picture }) => {
          const { rock_number, uuid } = byKey(state.finds, of)!;
          const address = `/media/rocks/${rock_number}/${uuid}/sm/${current_name}.webp`;
          const answer = await this.on.site.fetch(address, {
            headers: { cookie: this.on.cookies[0] },
          });
          const bytes = new Uint8Array(await answer.arrayBuffer());
          const said = `${address} shows another picture than ${picture}`;
          assert.ok(await isOf(picture, bytes), said);
        }),
    );
  }

  /** Reads pages and feeds. None may hold a word or a place that is hidden, or was changed. */
  async checkPages(state: State) {
    const allowed = new Set(listWords(state, true));
    const numbers = live(state, "finds").map(({ rock_number }) => rock_number);
    const rocks = [...new Set(numbers)].map((number) => `/rocks/${number}`);
    for (const page of [...PAGES, ...rocks]) {
      const text = await (await this.on.site.fetch(page)).text();
      for (const word of this.words)
        assert.ok(
          allowed.has(word) || !says(text, word),
          `${page} says “${word}”, which isn't public`,
        );
    }
  }
}

/** Whether a text has a word, and not only as the beginning of a longer number. */
const says = (text: string, word: string) =>
  text
    .split(word)
    .slice(1)
    .some((rest) => !/^\d/.test(rest));

/** Every text of finds and albums, and every exact number of a place: all of them, or those that are public. */
const listWords = (state: State, isPublic: boolean): string[] =>
  [
    ...live(state, "finds")
      .filter(({ show }) => show || !isPublic)
      .flatMap((find) => [
        ...[find.location, find.comment],
        ...(isPublic
          ? numbersOf(publicPlace(find))
          : [find.name, find.email, ...numbersOf(find)]),
        ...(isPublic ? [] : numbersOf(find.suggestion)),
      ]),
    ...live(state, "albums")
      .filter(({ show }) => show || !isPublic)
      .flatMap(({ display_name, desc }) => [display_name, desc]),
    ...live(state, "photos")
      .filter((photo) => {
        const isShown = photo.show && byKey(state.albums, photo.of)!.show;
        return !isPublic || (isShown && photo.ready);
      })
      .flatMap(({ display_name, desc }) => [display_name, desc]),
  ].filter(Boolean);

/** Numbers that aren't anything else by chance. */
const numbersOf = (
  place: { latitude: number | null; longitude: number | null } | null,
) =>
  [place?.latitude, place?.longitude]
    .map(String)
    .filter((digits) => /\.\d{5}/.test(digits));
