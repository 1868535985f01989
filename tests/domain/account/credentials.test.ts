import { expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import { isRight, prepareSignIn } from "#domain/account/credentials.server.ts";
import { getSettings } from "#core/settings.server.ts";
import { holdLock } from "#tests/setup/lock.ts";

test("the first sign-in can fail because the database is locked, and the next one succeeds", async () => {
  const given = { username: "admin", password: "four small words here" };
  process.env.ADMIN_PASSWORD = given.password;
  getDb();
  await prepareSignIn();
  const free = holdLock(getSettings().DATABASE_PATH);
  try {
    await expect(isRight(given)).rejects.toThrow("locked");
  } finally {
    free();
  }
  expect(await isRight(given)).toBe(true);
  expect(await isRight({ ...given, password: "other" })).toBe(false);
});
