import { expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import { write } from "#db/write.server.ts";
import { isRight, prepareSignIn } from "#domain/account/credentials.server.ts";
import {
  beginSession,
  endSession,
  isSessionAlive,
} from "#domain/account/sessions.server.ts";
import { changePassword } from "#domain/account/set-up.server.ts";
import { whileNobodySignsIn } from "#domain/account/sign-in.server.ts";
import { getSettings } from "#core/settings.server.ts";
import { holdLock } from "#tests/setup/lock.ts";

const ADMIN = { username: "admin", password: "four small words here" };
process.env.ADMIN_PASSWORD = ADMIN.password;
const from = { address: "203.0.113.7", userAgent: "", asDocument: false };

test("the first sign-in can fail because the database is locked, and the next one succeeds", async () => {
  getDb();
  await prepareSignIn();
  const free = holdLock(getSettings().DATABASE_PATH);
  await expect(isRight(ADMIN).finally(free)).rejects.toThrow("locked");
  expect(await isRight(ADMIN)).toBe(true);
  expect(await isRight({ ...ADMIN, password: "other" })).toBe(false);
});

test("a change of the password that waits for its turn is refused if its session ends meanwhile", async () => {
  const session = write((tx) => beginSession(tx, from));
  const parents = write((tx) => beginSession(tx, from));
  let letGo = () => {};
  const signedIn = new Promise<void>((resolve) => (letGo = resolve));
  const signingIn = whileNobodySignsIn(() => signedIn);
  const change = changePassword("three herons in reeds", session, from);
  endSession(session, from);
  letGo();
  await signingIn;
  await expect(change).rejects.toMatchObject({ kind: "unauthorized" });
  expect(isSessionAlive(parents)).toBe(true);
});
