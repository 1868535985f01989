import { existsSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { AdminFind } from "#domain/finds/answers.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { startSite } from "#tests/setup/processes/site.ts";
import {
  call,
  forThisTest,
  cookie,
  type Refused,
  setUpSite,
  site,
} from "#tests/setup/vitest/site.ts";
import { asChange, newFind } from "#tests/setup/calls/find-calls.ts";

setUpSite({ env: { UPLOAD_LIMITS: "off" } });

describe("saving a post", () => {
  let unchanged: AdminFind;
  beforeAll(async () => {
    unchanged = await newFind();
  });

  test.each<[string, Record<string, unknown>, string]>([
    ["latitude beyond the pole", { latitude: 91, longitude: 0 }, "latitude"],
    [
      "longitude beyond the date line",
      { latitude: 0, longitude: -180.5 },
      "longitude",
    ],
    ["one coordinate alone", { latitude: 1, longitude: null }, "coordinates"],
    [
      "coordinates that are no numbers",
      { latitude: "1", longitude: "2" },
      "latitude",
    ],
    ["a blank location", { location: " " }, "location"],
    ["a rock number of 100001", { rock_number: 100001 }, "rock_number"],
    ["a rock number of 1.5", { rock_number: 1.5 }, "rock_number"],
    ["a date that does not exist", { date: "2026-02-30" }, "date"],
    ["a show that is neither true nor false", { show: "yes" }, "show"],
  ])("refuses %s and changes nothing", async (_what, change, field) => {
    const answer = await call(
      `PUT /api/journey-admin/${unchanged.rps_key}`,
      asChange(unchanged, change),
    );
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields!)).toContain(field);
    expect((await call("GET /api/journey-admin")).body).toContainEqual(
      unchanged,
    );
  });

  test("is not shown as somebody else has left it meanwhile", async () => {
    const post = await newFind();
    const path = `/api/journey-admin/${post.rps_key}`;
    const changed = await call<AdminFind>(`PUT ${path}`, { comment: "Ugly." });
    const show = ({ version }: AdminFind) =>
      call<{ show: boolean }>(
        `POST ${path}/toggle-show`,
        { show: true },
        { cookie, "If-Match": `"${version}"` },
      );
    const stale = await show(post);
    expect(stale.status).toBe(409);
    const find = await call<AdminFind>(`PUT ${path}`, {});
    expect(find.body).toEqual(changed.body);
    expect(await show(find.body)).toMatchObject({
      status: 200,
      body: { show: true },
    });
  });

  test("reads the 'coordinates' text only where both numbers are absent", async () => {
    const post = await newFind();
    const path = `/api/journey-admin/${post.rps_key}`;
    const { latitude: _lat, longitude: _lon, ...rest } = asChange(post);
    expect(
      (
        await call<AdminFind>(`PUT ${path}`, {
          ...rest,
          coordinates: "12.5, -7",
        })
      ).body,
    ).toMatchObject({ latitude: 12.5, longitude: -7 });
    expect(
      (
        await call<AdminFind>(`PUT ${path}`, {
          ...rest,
          coordinates: "12.5 -7",
        })
      ).body,
    ).toMatchObject({ latitude: null, longitude: null });
    expect(
      (
        await call<AdminFind>(`PUT ${path}`, {
          ...rest,
          coordinates: "1, 2",
          latitude: 3,
          longitude: 4,
        })
      ).body,
    ).toMatchObject({ latitude: 3, longitude: 4 });
  });

  test("leaves the place as it is without a word about it, and takes it away by null", async () => {
    const post = await newFind();
    const path = `/api/journey-admin/${post.rps_key}`;
    const { latitude: _lat, longitude: _lon, ...rest } = asChange(post);
    const save = async (change: Record<string, unknown>) =>
      (await call<AdminFind>(`PUT ${path}`, { ...rest, ...change })).body;
    await save({ latitude: 12.5, longitude: -7 });
    const kept = { comment: "Kept", latitude: 12.5, longitude: -7 };
    expect(await save({ comment: "Kept" })).toMatchObject(kept);
    expect(await save({ comment: "Kept", no_place: true })).toMatchObject({
      ...kept,
      no_place: false,
    });
    const cleared = { latitude: null, longitude: null };
    expect(await save(cleared)).toMatchObject(cleared);
    expect(await save({ no_place: true })).toMatchObject({
      ...cleared,
      no_place: true,
    });
  });

  test("right after its Show was toggled works with the version that the toggle answered", async () => {
    const post = await newFind();
    const path = `/api/journey-admin/${post.rps_key}`;
    const headers = { cookie, "Content-Type": "application/json" };
    const save = (version: string) =>
      site.fetch(path, {
        method: "PUT",
        headers: { ...headers, "If-Match": version },
        body: JSON.stringify({ ...asChange(post), show: undefined }),
      });
    const toggled = await site.fetch(`${path}/toggle-show`, {
      method: "POST",
      headers,
    });
    expect(await toggled.json()).toEqual({ show: true });
    expect((await save(`"${post.version}"`)).status).toBe(409);
    const saved = await save(toggled.headers.get("ETag")!);
    expect(saved.status).toBe(200);
    expect(await saved.json()).toMatchObject({ show: true });
  });

  test("refuses a 'coordinates' text of two parts that are no numbers, and keeps the place it has", async () => {
    const post = await newFind();
    const path = `/api/journey-admin/${post.rps_key}`;
    const { latitude: _lat, longitude: _lon, ...rest } = asChange(post);
    await call(`PUT ${path}`, { ...rest, coordinates: "12.5, -7" });
    const refused = await call<Refused>(`PUT ${path}`, {
      ...rest,
      coordinates: "51.5N, 0.1W",
    });
    expect(refused.status).toBe(400);
    expect(refused.body.fields).toEqual({
      coordinates:
        "Enter latitude and longitude as two numbers, like 51.5, -0.1.",
    });
    expect(
      (await call(`GET /api/journey-admin?uuid=${post.uuid}`)).body[0],
    ).toMatchObject({ latitude: 12.5, longitude: -7 });
  });

  test("keeps that a find has no place on the map until it gets coordinates", async () => {
    const post = await newFind();
    const path = `/api/journey-admin/${post.rps_key}`;
    const nowhere = { latitude: null, longitude: null };
    const save = async (change: Record<string, unknown>) =>
      (await call<AdminFind>(`PUT ${path}`, asChange(post, change))).body;
    expect(post.no_place).toBe(false);
    expect(await save({ ...nowhere, no_place: true })).toMatchObject({
      no_place: true,
    });
    expect(await save({ ...nowhere, comment: "Later." })).toMatchObject({
      no_place: true,
    });
    expect(await save({ latitude: 1, longitude: 2 })).toMatchObject({
      no_place: false,
      latitude: 1,
    });
    expect(
      await save({ latitude: 1, longitude: 2, no_place: true }),
    ).toMatchObject({ no_place: false, latitude: 1 });
  });

  test("answers with an ETag; an outdated If-Match gets 409 and changes nothing", async () => {
    const post = await newFind();
    const path = `/api/journey-admin/${post.rps_key}`;
    const first = await call<AdminFind>(
      `PUT ${path}`,
      asChange(post, { comment: "First." }),
    );
    const etag = first.headers.get("etag")!;
    expect(etag).toMatch(/^"/);
    const second = await call<AdminFind>(
      `PUT ${path}`,
      asChange(post, { comment: "Second." }),
      { cookie, "If-Match": etag },
    );
    expect(second.status).toBe(200);
    const stale = await call<{ error: string }>(
      `PUT ${path}`,
      asChange(post, { comment: "Third." }),
      { cookie, "If-Match": etag },
    );
    expect(stale.status).toBe(409);
    expect(
      (await call("GET /api/journey-admin")).body.find(
        (other) => other.rps_key === post.rps_key,
      )!.comment,
    ).toBe("Second.");
  });

  test("moves the folder with the rock number, so that the pictures stay", async () => {
    const post = await newFind({ rockNumber: "303" });
    await call(
      `PUT /api/journey-admin/${post.rps_key}`,
      asChange(post, { rock_number: 304, show: true }),
    );
    expect(existsSync(`${site.mediaDir}/rocks/303/${post.uuid}`)).toBe(false);
    expect(existsSync(`${site.mediaDir}/rocks/304/${post.uuid}/original`)).toBe(
      true,
    );
    const picture = (rock: number) =>
      site.fetch(
        `/media/rocks/${rock}/${post.uuid}/sm/${post.first_image_name}.webp`,
      );
    expect((await picture(304)).status).toBe(200);
    expect((await picture(303)).status).toBe(404);
  });
});

test("a move that a crash cut short is finished at the next start, and the pictures are served meanwhile", async () => {
  const own = await forThisTest(startSite());
  const answer = await own.sendFind({ ...findFields, rockNumber: "11" });
  const { uuid, images } = (await answer.json()) as {
    uuid: string;
    images: string[];
  };
  await own.untilIdle();
  await own.kill("SIGKILL");
  own.alter(
    "UPDATE rock_posts SET rock_number = 12, moving_from = 11, show = 1",
  );
  await own.restart();
  expect(existsSync(`${own.mediaDir}/rocks/11`)).toBe(false);
  expect(
    (await own.fetch(`/media/rocks/12/${uuid}/sm/${images[0]}.webp`)).status,
  ).toBe(200);
  expect(own.query("SELECT rock_number, moving_from FROM rock_posts")).toEqual([
    { rock_number: 12, moving_from: null },
  ]);
});
