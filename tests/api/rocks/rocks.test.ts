import { beforeAll, describe, expect, test } from "vitest";
import sharp from "sharp";
import { messages } from "#core/messages.ts";
import { type Rock } from "#domain/rocks/answers.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { expectSums } from "#tests/setup/check/expect-sums.ts";
import { call, setUpSite, site } from "#tests/setup/vitest/site.ts";
import { addRocks } from "#tests/setup/calls/rocks.ts";
import {
  addArtists,
  artists,
  newRock,
  rockForm,
} from "#tests/setup/calls/rock-calls.ts";

setUpSite();
beforeAll(addArtists);

const filesOf = ({ rock_number }: Rock) =>
  filesBelow(site.inStore("catalog", String(rock_number)));

describe("POST /api/rocks", () => {
  test("answers 201 with the rock; its picture a.webp and a_sm.webp (512×512) follows by itself", async () => {
    const form = await rockForm(
      { rock_number: "214", artist_keys: artists, comment: "From the sill." },
      "orientation-6.jpg",
    );
    const { status, body, headers } = await call("POST /api/rocks", form);
    expect(status).toBe(201);
    expect(headers.get("etag")).toBe(`"${body.version}"`);
    expect(body).toMatchObject({
      rock_number: 214,
      comment: "From the sill.",
      artists: [
        { ra_key: artists[0], display_name: "Ida" },
        { ra_key: artists[1], display_name: "Grandma June" },
      ],
    });
    await site.untilIdle();
    const size = async (name: string) => {
      const answer = await site.fetch(`/media/catalog/214/${name}`);
      const { width, height } = await sharp(
        Buffer.from(await answer.arrayBuffer()),
      ).metadata();
      return [answer.status, width, height];
    };
    expect(await size("a_sm.webp")).toEqual([200, 512, 512]);
    expect((await size("a.webp"))[0]).toBe(200);
    const open = await call("GET /api/rock-posts/allrocks", undefined, {});
    expect(open.body).toContainEqual({
      rock_number: 214,
      artists: "Ida, Grandma June",
    });
  });

  test("takes one of several with the same number, and says which field is taken", async () => {
    const send = async () =>
      call(
        "POST /api/rocks",
        await rockForm(
          { rock_number: "777", artist_keys: artists },
          "plain.png",
        ),
      );
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const { body } = await send();
    expect(Object.keys(body.fields!)).toEqual(["rock_number"]);
    await site.untilIdle();
    expect(filesBelow(site.inStore("catalog", "777")).sort()).toHaveLength(5);
  });

  test("refuses what is wrong with the field's name, and what is no image, and changes nothing", async () => {
    for (const [fields, image, field, said] of [
      [{}, undefined, "image", messages.incompleteRock],
      [{ rock_number: "0" }, "plain.png", "rock_number"],
      [{ artist_keys: [] }, "plain.png", "artist_keys"],
      [{ artist_keys: [99999] }, "plain.png", "artist_keys"],
      [{}, "drawing.svg"],
      [{}, "note.jpg"],
    ] as [Record<string, unknown>, string?, string?, string?][]) {
      const form = await rockForm(
        { rock_number: "900", artist_keys: artists, ...fields },
        image,
      );
      const { status, body } = await call("POST /api/rocks", form);
      expect(status).toBe(field ? 400 : 415);
      if (field) expect(Object.keys(body.fields!)).toContain(field);
      if (said) expect(body.error).toBe(said);
    }
    expect(site.count("rocks WHERE rock_number IN (0, 900)")).toBe(0);
    expect(filesBelow(site.inStore("tmp", "incoming"))).toEqual([]);
  });

  test("an original whose row never came is taken away at the next start @soak", async () => {
    const id = "0b6a1c1e-0000-4000-8000-000000000001";
    const place = "catalog/4242/original/abcdef012345.png";
    await site.kill();
    const { mkdirSync, writeFileSync } = await import("node:fs");
    mkdirSync(site.inStore("catalog/4242/original"), { recursive: true });
    writeFileSync(site.inStore(place), "half a rock");
    mkdirSync(site.inStore("tmp/incoming", id), { recursive: true });
    writeFileSync(site.inStore("tmp/incoming", id, "moving-file"), place);
    await site.restart();
    expect(filesBelow(site.inStore("catalog/4242"))).toEqual([]);
    expect(filesBelow(site.inStore("tmp", "incoming"))).toEqual([]);
  });
});

describe("PUT /api/rocks/{rc_key}", () => {
  test("keeps the picture if none is sent, and else replaces it, and the old original goes", async () => {
    const rock = await newRock();
    const picture = async () =>
      Buffer.from(
        await (
          await site.fetch(`/media/catalog/${rock.rock_number}/a.webp`)
        ).arrayBuffer(),
      );
    const [before, filesBefore] = [await picture(), filesOf(rock)];
    expectSums("rocks");
    const path = `PUT /api/rocks/${rock.rc_key}` as const;
    const kept = await call(path, await rockForm({ comment: "Varnished." }));
    expect(kept.body).toMatchObject({ comment: "Varnished.", ready: true });
    expect(filesOf(rock)).toEqual(filesBefore);
    const { status } = await call(path, await rockForm({}, "photo.webp"));
    expect(status).toBe(200);
    await site.untilIdle();
    expect((await picture()).equals(before)).toBe(false);
    expectSums("rocks");
    const files = filesOf(rock);
    expect(files).toHaveLength(5);
    expect(files).not.toEqual(filesBefore);
  });

  test("refuses another number: 409 if it is taken, else 400", async () => {
    addRocks(site, [[5001], [5002]]);
    const [rock] = (await call("GET /api/rocks?rock_number=5001")).body;
    const change = async (rock_number: number) =>
      call(`PUT /api/rocks/${rock!.rc_key}`, await rockForm({ rock_number }));
    expect((await change(5002)).status).toBe(409);
    expect((await change(99_999)).status).toBe(400);
    const form = await rockForm({ artist_keys: artists });
    expect((await call("PUT /api/rocks/999999", form)).status).toBe(404);
  });
});

describe("DELETE /api/rocks/{rc_key}", () => {
  test("takes the row, leaves finds and files, and frees the number", async () => {
    const rock = await newRock();
    site.alter(`INSERT INTO rock_posts (uuid, rock_number, location, date, comment)
       VALUES ('0b6a1c1e-0000-4000-8000-000000000002', ${rock.rock_number}, 'Here', '2026-01-01T00:00:00Z', 'Found.')`);
    const path = `/api/rocks/${rock.rc_key}`;
    expect((await call(`DELETE ${path}`)).status).toBe(204);
    expect((await call(`DELETE ${path}`)).status).toBe(404);
    expect(filesOf(rock)).toHaveLength(5);
    expect(
      site.query(
        `SELECT 1 AS found FROM rock_posts WHERE rock_number = ${rock.rock_number}`,
      ),
    ).toEqual([{ found: 1 }]);
    const again = await newRock({ rock_number: rock.rock_number });
    expect(
      filesBelow(site.inStore(`catalog/${again.rock_number}.2`)),
    ).toHaveLength(5);
  });
});
