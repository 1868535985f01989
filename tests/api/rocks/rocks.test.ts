import { beforeAll, describe, expect, test } from "vitest";
import sharp from "sharp";
import { messages } from "#core/messages.ts";
import { type Rock } from "#domain/rocks/answers.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { expectSums } from "#tests/setup/check/expect-sums.ts";
import { call, setUpSite, site } from "#tests/setup/vitest/site.ts";
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

  test("refuses a number that is taken with 409, and leaves the rock that has it", async () => {
    const rock = await newRock();
    const before = filesOf(rock);
    const form = await rockForm(
      { rock_number: rock.rock_number, artist_keys: artists },
      "photo.webp",
    );
    const again = await call("POST /api/rocks", form);
    expect(again.status).toBe(409);
    expect(Object.keys(again.body.fields!)).toEqual(["rock_number"]);
    expect(filesOf(rock)).toEqual(before);
  });

  test("takes one of two with the same number sent at once", async () => {
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
    await site.untilIdle();
    expect(filesBelow(site.inStore("catalog", "777")).sort()).toHaveLength(5);
  });

  test.each<[string, Record<string, unknown>, string | undefined, string]>([
    ["no image", { rock_number: "900" }, undefined, "image"],
    ["a rock number of 0", { rock_number: "0" }, "plain.png", "rock_number"],
    [
      "a rock number of 100001",
      { rock_number: "100001" },
      "plain.png",
      "rock_number",
    ],
    [
      "a rock number of 1e3",
      { rock_number: "1e3" },
      "plain.png",
      "rock_number",
    ],
    ["no rock number", {}, "plain.png", "rock_number"],
    [
      "no artist",
      { rock_number: "900", artist_keys: [] },
      "plain.png",
      "artist_keys",
    ],
    [
      "artists that are no JSON",
      { rock_number: "900", artist_keys: "[1" },
      "plain.png",
      "artist_keys",
    ],
    [
      "an artist that is not there",
      { rock_number: "900", artist_keys: [99999] },
      "plain.png",
      "artist_keys",
    ],
    [
      "a comment of 5001 characters",
      { rock_number: "900", comment: "x".repeat(5001) },
      "plain.png",
      "comment",
    ],
  ])("refuses %s and changes nothing", async (_what, fields, image, field) => {
    const form = await rockForm({ artist_keys: artists, ...fields }, image);
    const { status, body } = await call("POST /api/rocks", form);
    expect(status).toBe(400);
    expect(Object.keys(body.fields!)).toContain(field);
    expect(
      site.query("SELECT 1 FROM rocks WHERE rock_number IN (0, 900, 100001)"),
    ).toEqual([]);
    expect(filesBelow(site.inStore("tmp", "incoming"))).toEqual([]);
  });

  test.each(["drawing.svg", "note.jpg"])(
    "refuses %s, which is no image, with 415",
    async (image) => {
      const form = await rockForm(
        { rock_number: "901", artist_keys: artists },
        image,
      );
      expect((await call("POST /api/rocks", form)).status).toBe(415);
      expect(site.query("SELECT 1 FROM rocks WHERE rock_number = 901")).toEqual(
        [],
      );
    },
  );

  test("a missing field is told with the spec's sentence", async () => {
    const form = await rockForm({
      rock_number: "902",
      artist_keys: artists,
    });
    const { body } = await call("POST /api/rocks", form);
    expect(body.error).toBe(messages.incompleteRock);
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
  test("changes comment and artists, and keeps the picture if none is sent", async () => {
    const rock = await newRock();
    const before = filesOf(rock);
    const { status, body } = await call(
      `PUT /api/rocks/${rock.rc_key}`,
      await rockForm({
        rock_number: rock.rock_number,
        artist_keys: [artists[1]],
        comment: "Varnished.",
      }),
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ comment: "Varnished.", ready: true });
    expect(body.artists.map(({ ra_key }) => ra_key)).toEqual([artists[1]]);
    expect(filesOf(rock)).toEqual(before);
  });

  test("an image replaces the picture, and the old original goes", async () => {
    const rock = await newRock();
    const picture = async () =>
      Buffer.from(
        await (
          await site.fetch(`/media/catalog/${rock.rock_number}/a.webp`)
        ).arrayBuffer(),
      );
    const [before, filesBefore] = [await picture(), filesOf(rock)];
    expectSums("rocks");
    const { status } = await call(
      `PUT /api/rocks/${rock.rc_key}`,
      await rockForm({ artist_keys: artists }, "photo.webp"),
    );
    expect(status).toBe(200);
    await site.untilIdle();
    expect((await picture()).equals(before)).toBe(false);
    expectSums("rocks");
    const files = filesOf(rock);
    expect(files).toHaveLength(5);
    expect(files).not.toEqual(filesBefore);
  });

  test("refuses another number: 409 if it is taken, else 400", async () => {
    const [rock, other] = [await newRock(), await newRock()];
    const change = async (rock_number: number) =>
      call(
        `PUT /api/rocks/${rock.rc_key}`,
        await rockForm({ rock_number, artist_keys: artists }),
      );
    expect((await change(other.rock_number)).status).toBe(409);
    expect((await change(99_999)).status).toBe(400);
  });

  test("of a rock that is not there: 404", async () => {
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
