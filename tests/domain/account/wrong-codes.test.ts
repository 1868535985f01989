import { generateSync } from "otplib";
import { expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import { prepareSignIn } from "#domain/account/credentials.server.ts";
import {
  beginSetUp,
  prepareSecondFactor,
  switchOn,
} from "#domain/account/second-factor.server.ts";
import { recordEvent } from "#domain/account/security-events.server.ts";
import {
  confirmSignIn,
  finishSignIn,
  signIn,
} from "#domain/account/sign-in.server.ts";

const ADMIN = { username: "admin", password: "three herons in reeds" };
Object.assign(process.env, {
  LOGIN_LIMIT: "off",
  ADMIN_PASSWORD: ADMIN.password,
});

const FROM = { userAgent: "", asDocument: false };
const from = (address: string) => ({ address, ...FROM });
const HOME = from("198.51.100.5");

test("fifty wrong codes a day may come from everywhere, and fifty from home, where recovery codes always count", async () => {
  await prepareSignIn();
  prepareSecondFactor();
  const { secret } = beginSetUp();
  const epoch = Math.floor(Date.now() / 1000);
  const recovery = await switchOn(generateSync({ secret, epoch }), HOME);
  recordEvent(getDb(), "signed-in", HOME);
  const right = () => generateSync({ secret, epoch: epoch + 30 });

  const begin = async (address: string) => {
    const begun = await signIn(ADMIN, from(address));
    return (begun as { pending: string }).pending;
  };
  const pending = await begin("203.0.113.1");
  const finish = (code: string, address = "192.0.2.1") =>
    finishSignIn(pending, code, from(address));
  for (let n = 0; n < 50; n++)
    expect(await finish("000000", `203.0.${n}.7`)).toBeUndefined();
  const tooMany = { kind: "too_many", retryAfter: 3600 };
  await expect(finish(right())).rejects.toMatchObject(tooMany);
  // With the password in the same call, nothing tells that it was right.
  const atOnce = signIn({ ...ADMIN, code: right() }, from("192.0.2.1"));
  expect(await atOnce).toBeUndefined();
  expect(await finish(recovery[0]!)).toHaveProperty("session");

  const home = await finishSignIn(await begin(HOME.address), right(), HOME);
  const { session } = home as { session: string };
  const confirm = (code: string) =>
    confirmSignIn(session, { password: ADMIN.password, code }, HOME);
  const wrong = { kind: "forbidden" };
  for (let time = 1; time <= 50; time++)
    await expect(confirm("000000")).rejects.toMatchObject(wrong);
  await expect(confirm(right())).rejects.toMatchObject({ kind: "too_many" });
  await confirm(recovery[1]!);
});
