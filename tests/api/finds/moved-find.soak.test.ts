import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import type { AdminFind } from "#domain/finds/answers.ts";
import { newFind, saveFind } from "#tests/setup/calls/find-calls.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { send, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite();

const folderOf = ({ uuid }: AdminFind, rock: number) =>
  site.inStore(`rocks/${rock}/${uuid}`);
const statusOfPicture = async (find: AdminFind, rock: number) =>
  (
    await send(
      `GET /media/rocks/${rock}/${find.uuid}/sm/${find.first_image_name}.webp`,
    )
  ).status;

/** Where a find is, and where it is on its way from. */
const placeOf = ({ rps_key }: AdminFind) =>
  site.query<{ rock_number: number; moving_from: number | null }>(
    `SELECT rock_number, moving_from FROM rock_posts WHERE rps_key = ${rps_key}`,
  )[0]!;

/** Looks at every turn of the event loop, so that the kill comes as soon as possible after the moment. */
async function atOnce(isThere: () => boolean, ended: Promise<unknown>) {
  let isOver = false;
  void ended.then(() => (isOver = true));
  while (!isOver && !isThere())
    await new Promise((resolve) => setImmediate(resolve));
}

test("a find moves to another rock with its folder, so that its pictures stay", async () => {
  const find = await newFind({ rockNumber: "303" });
  await saveFind(find, { rock_number: 304, show: true });
  expect(existsSync(folderOf(find, 303))).toBe(false);
  expect(existsSync(`${folderOf(find, 304)}/original`)).toBe(true);
  expect(await statusOfPicture(find, 304)).toBe(200);
  expect(await statusOfPicture(find, 303)).toBe(404);
});

test("a move that a crash cut short is finished at the next start, and the pictures are served meanwhile", async () => {
  const find = await newFind({ rockNumber: "11" });
  await site.kill("SIGKILL");
  site.alter(
    `UPDATE rock_posts SET rock_number = 12, moving_from = 11, show = 1 WHERE rps_key = ${find.rps_key}`,
  );
  await site.restart();
  expect(existsSync(folderOf(find, 11))).toBe(false);
  expect(await statusOfPicture(find, 12)).toBe(200);
  expect(placeOf(find)).toEqual({ rock_number: 12, moving_from: null });
});

test("a site killed at any point of a find's move loses no file, and serves its pictures at the number it has", async () => {
  const find = await newFind({ rockNumber: "1" });
  const files = filesBelow(folderOf(find, 1)).sort();
  expect(files).toHaveLength(4);
  const isThere = (rock: number) => existsSync(folderOf(find, rock));
  const isMarked = () => placeOf(find).moving_from !== null;
  const moments: ((from: number, to: number) => boolean)[] = [
    () => true,
    isMarked,
    (_from, to) => isThere(to),
    (from) => !isThere(from),
    (from) => !isThere(from) && !isMarked(),
    () => false,
  ];
  let from = 1;
  for (const [round, moment] of moments.entries()) {
    const to = round + 20;
    const change = saveFind(find, { rock_number: to, show: true }).catch(
      () => undefined,
    );
    await atOnce(() => moment(from, to), change);
    await site.kill("SIGKILL");
    await change;
    await site.restart();

    const { rock_number: now, moving_from } = placeOf(find);
    expect([from, to]).toContain(now);
    expect(moving_from).toBeNull();
    expect(filesBelow(folderOf(find, now)).sort()).toEqual(files);
    expect(isThere(now === from ? to : from)).toBe(false);
    expect(await statusOfPicture(find, now)).toBe(200);
    from = now;
  }
});
