import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import type { AdminAlbum, AdminPhoto } from "#domain/albums/answers.ts";
import type { AdminFind } from "#domain/finds/answers.ts";
import { fixture } from "#tests/fixtures/index.ts";
import { albumWith } from "#tests/setup/calls/album-calls.ts";
import { asChange, newFind } from "#tests/setup/calls/find-calls.ts";
import { newRock } from "#tests/setup/calls/rock-calls.ts";
import { findFields, findForm } from "#tests/setup/calls/site-calls.ts";
import { filesBelow } from "#tests/setup/files.ts";
import {
  asStored,
  fitting,
  MARKS,
  packNaughty,
  PAYLOADS,
} from "#tests/setup/naughty/strings.ts";
import { call, send, setUpSite, site } from "#tests/setup/vitest/site.ts";

/**
 * Every text comes back as it was sent. Only this is changed: half a character (a lone surrogate, which UTF-8 can't
 * hold) becomes U+FFFD, in the database or on its way; a form's line breaks become CR LF, which is how the browser's
 * `FormData` sends them; and an e-mail address and an address of a page are trimmed.
 */

setUpSite({ env: { UPLOAD_LIMITS: "off", MODERATION: "off" } });

/** Sends each text in a change, and lists the texts that come back otherwise, with what came back. */
async function listChanged(
  texts: string[],
  save: (text: string) => Promise<(string | undefined)[]>,
) {
  const changed: unknown[] = [];
  for (const text of texts)
    for (const kept of await save(text))
      if (kept !== asStored(text)) changed.push([text, kept]);
  return changed;
}

describe("a text that is sent as JSON comes back exactly", () => {
  test("as a find's location, comment and name, and from its history", async () => {
    const find = await newFind();
    const path = `/api/journey-admin/${find.rps_key}`;
    const save = (change: Record<string, unknown>) =>
      call<AdminFind>(`PUT ${path}`, asChange(find, change));
    const readPublic = async () =>
      (await call(`GET /api/rock-posts/${find.rock_number}`)).body[0];
    const readAdmin = async () =>
      (await call(`GET /api/journey-admin?uuid=${find.uuid}`)).body[0];
    const changed = await listChanged(
      packNaughty(100, fitting(90)),
      async (text) => {
        const { body } = await save({
          location: text,
          comment: text,
          name: text,
        });
        return [body.location, body.comment, body.name];
      },
    );
    for (const comment of [MARKS, ...packNaughty(5000)]) {
      await save({ comment });
      for (const read of [readPublic, readAdmin])
        changed.push(
          ...(await listChanged([comment], async () => [
            (await read())!.comment,
          ])),
        );
    }
    expect(changed).toEqual([]);
    const history = await call<{ changes: Record<string, string[]> }[]>(
      `GET ${path}/history`,
    );
    expect(
      history.body.slice(0, 2).map(({ changes }) => changes.comment),
    ).toEqual([
      packNaughty(5000).slice(-2).map(asStored),
      packNaughty(5000).slice(-3, -1).map(asStored),
    ]);
  });

  test("as an artist's name and relation @soak", async () => {
    const { body } = await call("POST /api/users", {
      display_name: "Ida",
    });
    const changed = await listChanged(
      packNaughty(100, fitting(90)),
      async (text) => {
        const saved = await call(`PUT /api/users/${body.ra_key}`, {
          display_name: text,
          relation: text,
        });
        return [saved.body.display_name, saved.body.relation];
      },
    );
    expect(changed).toEqual([]);
  });

  test("as the title and the description of an album and of a photo @soak", async () => {
    const { album, photos } = await albumWith(["plain.png"], { show: true });
    type Texts = Pick<AdminAlbum & AdminPhoto, "display_name" | "desc">;
    const changed: unknown[] = [];
    for (const path of [
      `/api/albums/${album.pa_key}`,
      `/api/albums/photos/${photos[0]!.p_key}`,
    ])
      for (const [field, texts] of [
        ["display_name", packNaughty(100, fitting(90))],
        ["desc", packNaughty(2000)],
      ] as const)
        changed.push(
          ...(await listChanged(texts, async (text) => [
            (await call<Texts>(`PUT ${path}`, { [field]: text })).body[field],
          ])),
        );
    expect(changed).toEqual([]);
    const [shown] = (
      await call(`GET /api/albums/${album.pa_key}/photos`, undefined, {})
    ).body;
    expect(shown).toMatchObject({
      display_name: asStored(packNaughty(100, fitting(90)).at(-1)!),
      desc: asStored(packNaughty(2000).at(-1)!),
    });
  });

  test("as a text of the site; a blank one becomes its default @soak", async () => {
    const save = async (change: object) =>
      (await call("PUT /api/site-texts", change)).body;
    const changed = await listChanged(
      packNaughty(60, fitting(55)),
      async (text) => {
        const kept = await save({
          site_name: text,
          memorial_dates: text,
          hero_title: text,
          hero_subtitle: text,
        });
        return [
          kept.site_name,
          kept.memorial_dates,
          kept.hero_title,
          kept.hero_subtitle,
        ];
      },
    );
    expect(changed).toEqual([]);
    const [story] = packNaughty(20_000);
    expect(await save({ story, sudc: story })).toMatchObject({
      story: asStored(story!),
      sudc: asStored(story!),
    });
    const blanks = fitting(60).filter((text) => text.trim() === "");
    expect(blanks.length).toBeGreaterThan(3);
    for (const hero_title of blanks)
      expect((await save({ hero_title })).hero_title!.trim()).not.toBe("");
  });
});

/** What a form's text becomes on its way. */
const asSent = (text: string) => asStored(text).replace(/\r\n|\r|\n/g, "\r\n");

test("a text that is sent in a form comes back exactly, from a visitor and from the admin @soak", async () => {
  const comments = [MARKS, ...packNaughty(4500)];
  // Each line break becomes two characters.
  const locations = packNaughty(150).slice(0, comments.length);
  for (const [index, comment] of comments.entries()) {
    const answer = await send(
      "POST /api/upload-rock",
      await findForm(
        {
          ...findFields,
          rockNumber: "77",
          location: locations[index]!,
          comment,
          name: "'\"><svg onload=naughty=1>\u202e",
          date: `2026-01-0${index + 1}`,
        },
        ["alpha.png"],
      ),
      {},
    );
    expect(answer.status).toBe(201);
  }
  const { body } = await call(
    "GET /api/journey-admin?sort=create_dt&limit=100",
  );
  const sent = body.filter(({ rock_number }) => rock_number === 77);
  expect(sent.map(({ comment }) => comment)).toEqual(comments.map(asSent));
  expect(sent.map(({ location }) => location)).toEqual(locations.map(asSent));
  const rock = await newRock({ artist_keys: [1], comment: MARKS });
  expect(rock.comment).toBe(MARKS);
});

/** Names of files that would be somewhere else, run, or end a header or a part of a form. */
const FILE_NAMES = [
  ...PAYLOADS,
  "../../../../etc/passwd%00.png",
  "..\\..\\windows\\win.ini",
  "CON",
  "a\u202egnp.exe",
  'x"; filename="y.html',
  `${"n".repeat(4000)}.png`,
  "\ud800.png",
];

/** A form escapes quotes and line breaks of a file's name, and of a path only the last part is kept. */
const asFileName = (name: string) =>
  asStored(name)
    .replaceAll('"', "%22")
    .replace(/^.*[/\\]/s, "");

test("a file may have any name: it is shown, and names nothing in the store @soak", async () => {
  const bytes = await readFile(fixture("alpha.png"));
  const shown: string[] = [];
  for (let start = 0; start < FILE_NAMES.length; start += 5) {
    const form = await findForm({ ...findFields, rockNumber: "78" }, []);
    for (const name of FILE_NAMES.slice(start, start + 5))
      form.append("images", new Blob([bytes]), name);
    const answer = await send("POST /api/upload-rock", form, {});
    expect(answer.status).toBe(201);
    const { uuid } = (await answer.json()) as { uuid: string };
    const [find] = (await call(`GET /api/journey-admin?uuid=${uuid}`)).body;
    const images = await call(`GET /api/journey-admin/${find!.rps_key}/images`);
    shown.push(...images.body.map(({ original_name }) => original_name));
  }
  await site.untilIdle();
  expect(shown).toEqual(FILE_NAMES.map(asFileName));
  for (const file of filesBelow(site.inStore("rocks/78")))
    expect(file).toMatch(
      /^[0-9a-f-]{36}\/(original|sm|webp640|webp)\/[0-9a-f]{12}\.(png|webp)$/,
    );
});
