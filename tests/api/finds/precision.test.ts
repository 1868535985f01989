import { describe, expect, test } from "vitest";
import { snap } from "#domain/core/precision.ts";
import type { AdminFind } from "#domain/finds/answers.ts";
import { asChange, newFind } from "#tests/setup/calls/find-calls.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import {
  call,
  cookie,
  type Refused,
  setUpSite,
  site,
} from "#tests/setup/vitest/site.ts";

setUpSite({ env: { UPLOAD_LIMITS: "off" } });

const spot = { latitude: 56.10123, longitude: -4.64567 };

const sendFrom = (precision: number) =>
  newFind({
    suggestion: JSON.stringify({ ...spot, source: "device", precision }),
  });
const save = (find: AdminFind, change: Record<string, unknown>) =>
  call(`PUT /api/journey-admin/${find.rps_key}`, asChange(find, change));

describe("the precision of a find", () => {
  test("is its finder's, and stays when the admin sets coordinates without one", async () => {
    const find = await sendFrom(1000);
    expect(find).toMatchObject({ precision: 1000, public_latitude: null });
    const seen = snap(spot, 1000);
    expect((await save(find, spot)).body).toMatchObject({
      ...spot,
      precision: 1000,
      public_latitude: seen.latitude,
      public_longitude: seen.longitude,
    });
  });

  test("is 0 if the finder chose none, and then the public sees the place itself", async () => {
    const { body } = await save(await newFind(), spot);
    expect(body).toMatchObject({
      precision: 0,
      public_latitude: spot.latitude,
      public_longitude: spot.longitude,
    });
  });

  test("is changed by the admin, finer or less fine than its finder chose", async () => {
    const find = await sendFrom(1000);
    for (const precision of [10_000, 0] as const) {
      const seen = snap(spot, precision);
      expect((await save(find, { ...spot, precision })).body).toMatchObject({
        ...spot,
        precision,
        public_latitude: seen.latitude,
        public_longitude: seen.longitude,
      });
    }
  });

  test.each([500, -1, "1000", null])(
    "of %j is refused, and changes nothing",
    async (precision) => {
      const find = await sendFrom(1000);
      const refused = await call(
        `PUT /api/journey-admin/${find.rps_key}`,
        asChange(find, { ...spot, precision }),
      );
      expect(refused.status).toBe(400);
      expect(refused.body.fields).toEqual({
        precision: "The precision is 0, 1000 or 10000 metres.",
      });
      const { body } = await call(`GET /api/journey-admin?uuid=${find.uuid}`);
      expect(body).toEqual([find]);
    },
  );

  test("is a part of the find's version, so that a save that doesn't know it gets 409", async () => {
    const find = await sendFrom(1000);
    await save(find, { precision: 0 });
    const stale = await call(
      `PUT /api/journey-admin/${find.rps_key}`,
      asChange(find, { precision: 10_000 }),
      { cookie, "If-Match": `"${find.version}"` },
    );
    expect(stale.status).toBe(409);
  });

  test("is 0 in a suggestion from before there were precisions", async () => {
    const { rps_key, uuid } = await sendFrom(1000);
    const older = { ...spot, accuracy: 12, source: "device" };
    site.alter(
      `UPDATE rock_posts SET suggestion = '${JSON.stringify(older)}' WHERE rps_key = ${rps_key}`,
    );
    const { body } = await call(`GET /api/journey-admin?uuid=${uuid}`);
    expect(body[0]!.suggestion).toEqual({ ...older, precision: 0 });
  });

  test("of a finder's suggestion is refused if it is another number", async () => {
    const refused = await site.sendFind({
      ...findFields,
      suggestion: JSON.stringify({ ...spot, source: "town", precision: 500 }),
    });
    expect(refused.status).toBe(400);
    expect(((await refused.json()) as Refused).fields).toEqual({
      suggestion: "The precision is 0, 1000 or 10000 metres.",
    });
  });
});
