import { expect, test } from "vitest";
import type { AdminFind } from "#domain/finds/answers.ts";
import { albumWith, filesForm } from "#tests/setup/calls/album-calls.ts";
import { OPEN } from "#tests/setup/calls/filled-site.ts";
import { asChange, newFind } from "#tests/setup/calls/find-calls.ts";
import { addArtists, newRock } from "#tests/setup/calls/rock-calls.ts";
import { remove, restore } from "#tests/setup/calls/trash-calls.ts";
import { runNpmCheck } from "#tests/setup/check/run-check.ts";
import { call, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite({ env: OPEN });

test("a check finds nothing wrong while finds arrive, move, go to the trash and come back, and albums grow", async () => {
  const [moved, trashed] = [await newFind(), await newFind()];
  await addArtists();
  const rock = await newRock();
  const { album } = await albumWith(["plain.png"]);
  let isOver = false;
  let turns = 0;
  const busy = async (act: () => Promise<unknown>) => {
    for (; !isOver; turns++) await act();
  };
  const bringBack = async (path: string) => {
    const { status } = await restore(await remove(path));
    expect(status).toBe(200);
  };
  let number = 300;
  const acting = Promise.all([
    busy(() => site.sendFind()),
    busy(async () => {
      const path = `/api/journey-admin/${moved.rps_key}`;
      const change = asChange(moved, { rock_number: ++number });
      expect((await call<AdminFind>(`PUT ${path}`, change)).status).toBe(200);
    }),
    busy(() => bringBack(`/api/journey-admin/${trashed.rps_key}`)),
    busy(() => bringBack(`/api/rocks/${rock.rc_key}`)),
    busy(async () => {
      const form = await filesForm(["photo.webp"]);
      await call(`POST /api/albums/${album.name}/upload-images`, form);
    }),
  ]);
  try {
    for (let run = 0; run < 3 || turns < 20; run++)
      expect(await runNpmCheck(site)).toEqual({
        code: 0,
        lines: [
          expect.stringMatching(/^All is well: \d+ originals compared\./),
        ],
      });
  } finally {
    isOver = true;
    await acting;
  }
});
