import { expect, test } from "vitest";
import { write } from "#db/write.server.ts";
import {
  beginSession,
  endSession,
  isSessionAlive,
} from "#domain/account/sessions.server.ts";
import { changePassword } from "#domain/account/set-up.server.ts";
import { whileNobodySignsIn } from "#domain/account/sign-in.server.ts";

const from = { address: "203.0.113.7", userAgent: "", asDocument: false };

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
