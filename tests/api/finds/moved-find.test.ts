import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { cookie, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite();

/** Looks at every turn of the event loop, so that the kill comes as soon as possible after the moment. */
async function atOnce(isThere: () => boolean, ended: Promise<unknown>) {
  let isOver = false;
  void ended.then(() => (isOver = true));
  while (!isOver && !isThere())
    await new Promise((resolve) => setImmediate(resolve));
}

test("a site killed at any point of a post's move loses no file, and serves its pictures at the number it has", async () => {
  const answer = await site.sendFind({ ...findFields, rockNumber: "1" });
  const { uuid, images } = (await answer.json()) as {
    uuid: string;
    images: string[];
  };
  await site.untilIdle();
  const folderOf = (rock: number) => site.inStore(`rocks/${rock}/${uuid}`);
  const files = filesBelow(folderOf(1)).sort();
  expect(files).toHaveLength(3);
  const [{ rps_key }] = site.query<{ rps_key: number }>(
    "SELECT rps_key FROM rock_posts",
  ) as [{ rps_key: number }];

  const isMarked = () =>
    site.query("SELECT 1 FROM rock_posts WHERE moving_from IS NOT NULL")
      .length > 0;
  const moments: ((from: number, to: number) => boolean)[] = [
    () => true,
    isMarked,
    (_from, to) => existsSync(folderOf(to)),
    (from) => !existsSync(folderOf(from)),
    (from) => !existsSync(folderOf(from)) && !isMarked(),
    () => false,
  ];
  let from = 1;
  for (const [round, moment] of moments.entries()) {
    const to = round + 10;
    const change = site
      .fetch(`/api/journey-admin/${rps_key}`, {
        method: "PUT",
        headers: { cookie, "Content-Type": "application/json" },
        body: JSON.stringify({
          rock_number: to,
          location: "Here",
          date: "2026-05-17",
          comment: "Found.",
          show: true,
          latitude: null,
          longitude: null,
        }),
      })
      .catch(() => undefined);
    await atOnce(() => moment(from, to), change);
    await site.kill("SIGKILL");
    await change;
    await site.restart();

    const [post] = site.query<{
      rock_number: number;
      moving_from: number | null;
    }>("SELECT rock_number, moving_from FROM rock_posts");
    expect([from, to]).toContain(post!.rock_number);
    expect(post!.moving_from).toBeNull();
    expect(filesBelow(folderOf(post!.rock_number)).sort()).toEqual(files);
    const other = post!.rock_number === from ? to : from;
    expect(existsSync(folderOf(other))).toBe(false);
    const picture = await site.fetch(
      `/media/rocks/${post!.rock_number}/${uuid}/sm/${images[0]}.webp`,
      { headers: { cookie } },
    );
    expect(picture.status).toBe(200);
    from = post!.rock_number;
  }
});
