import { expect, test } from "vitest";
import { addPosts } from "#tests/setup/calls/rocks.ts";
import { mailsTo } from "#tests/setup/processes/mail-server.ts";
import { until } from "#tests/setup/until.ts";
import { send, site } from "#tests/setup/vitest/site.ts";
import {
  ask,
  hook,
  oneClickIn,
  press,
  server,
  useMailSite,
} from "./mail-site.ts";

useMailSite();

const FOLLOWERS = 2_000;
const PAGES = ["/", "/rocks/17", "/track-the-rocks", "/api/rock-posts/17"];

async function readPages() {
  for (const page of PAGES)
    expect([page, (await send(`GET ${page}`, undefined, {})).status]).toEqual([
      page,
      200,
    ]);
}

const untilSent = (count: number) =>
  until(() => server.mails.length >= count || undefined);

test("2,000 followers of one rock are each told once, in order, and meanwhile pages are answered and one press stops", async () => {
  site.alter(`INSERT INTO followers (id, rock_number, address, confirmed)
    WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${FOLLOWERS})
    SELECT 'id-' || n, 17, printf('n%04d@example.org', n), 1 FROM n`);
  await addPosts(site, [{ rock: 17, at: [56.2, -2.7] }]);
  site.alter("UPDATE news SET shown_hour = -9");

  // The mails stop at the second one until all of this was answered.
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  const isHeld = new Promise<void>((resolve) => {
    hook.beforeTaking = () => {
      if (server.mails.length < 2) return Promise.resolve();
      resolve();
      return held;
    };
  });
  await ask("starts@example.org");
  await isHeld;
  const [, first] = server.mails;
  expect((await press(oneClickIn(first!))).status).toBe(204);
  await readPages();
  goOn();
  for (let round = 1; round <= 5; round++) {
    await untilSent(round * 100);
    await readPages();
  }
  // No page waited until all were told.
  expect(server.mails.length).toBeLessThan(FOLLOWERS);
  await untilSent(FOLLOWERS + 1);

  const told = server.mails.filter(
    ({ subject }) => subject === "Rock 17 moved on",
  );
  expect(told.map(({ receivers: [address] }) => address)).toEqual(
    Array.from(
      { length: FOLLOWERS },
      (_, n) => `n${String(n + 1).padStart(4, "0")}@example.org`,
    ),
  );
  expect(mailsTo(server, "starts@example.org")).toHaveLength(1);
  expect(
    site.query("SELECT count(*) AS left FROM followers WHERE confirmed"),
  ).toEqual([{ left: FOLLOWERS - 1 }]);
});
