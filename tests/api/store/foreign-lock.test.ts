import { expect, test } from "vitest";
import { untilFree } from "#db/write.server.ts";
import { getDb } from "#db/client.server.ts";
import { getSettings } from "#core/settings.server.ts";
import { holdLock } from "#tests/setup/lock.ts";
import { postLogin } from "#tests/setup/calls/account-calls.ts";
import {
  call,
  cookie,
  setUpSite,
  site,
  statusAt,
} from "#tests/setup/vitest/site.ts";

setUpSite();

const READS = ["/", "/track-the-rocks", "/api/rock-posts?limit=5", "/healthz"];

test("while another process writes, reads are answered, and writes wait for it and arrive", async () => {
  const free = holdLock(site.databasePath);
  let answered = 0;
  const count = <T>(answer: T) => {
    answered++;
    return answer;
  };
  const right = { username: "admin", password: site.adminPassword };
  const writes = [
    site.sendFind().then(count),
    call("POST /api/users", { display_name: "Ada" }).then(count),
    postLogin(site, right).then(count),
  ];
  for (let round = 0; round < 5; round++)
    for (const address of READS)
      expect(await statusAt(address, { cookie })).toBe(200);
  expect(answered).toBe(0);
  free();
  const answers = await Promise.all(writes);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 302]);
});

test("a write is refused with a time to try again when the lock does not become free", async () => {
  getDb();
  const free = holdLock(getSettings().DATABASE_PATH);
  try {
    await expect(untilFree(1)).rejects.toMatchObject({
      kind: "unavailable",
      retryAfter: expect.any(Number),
    });
  } finally {
    free();
  }
  await untilFree(1);
});
