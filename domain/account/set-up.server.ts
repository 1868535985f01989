import { msg } from "@lingui/core/macro";
import { randomBytes } from "node:crypto";
import type { Tx } from "#db/client.server.ts";
import { write } from "#db/write.server.ts";
import { DomainError, wrongField } from "#core/errors.ts";
import { hashOf } from "#core/hash.server.ts";
import { remember } from "#core/remember.server.ts";
import { getSettings } from "#core/settings.server.ts";
import {
  countSignIn,
  isCodeRight,
  notConfirmed,
  whileNobodySignsIn,
} from "./sign-in.server.ts";
import { changeSiteTexts } from "../site/site-texts.server.ts";
import {
  choosePassword,
  forgetPassword,
  hashPassword,
  hasNoPassword,
} from "./credentials.server.ts";
import {
  mailAbout,
  recordEvent,
  recordRefusal,
  type Sender,
} from "./security-events.server.ts";
import { keepSecret, readSecret, removeSecret } from "#db/secrets.server.ts";
import type { SetUp } from "./schemas.ts";
import { isSecondFactorOn, readCode } from "./second-factor.server.ts";
import { beginSession, isSessionAlive, signedOut } from "./sessions.server.ts";
import { type OwnWords, weaknessHere } from "./weak-password.server.ts";

/** The row of `secrets` with the hash of the key that opens `/setup`. A command beside the site may replace it. */
const KEY = "set-up";

function renewKey(tx: Tx) {
  const key = randomBytes(24).toString("base64url");
  keepSecret(tx, KEY, hashOf(key));
  return `${getSettings().PUBLIC_URL}/setup#${key}`;
}

const lineOf = (link: string) => `Set up: ${link}\n`;

const printed = () =>
  remember("set-up link", () => ({ link: undefined as string | undefined }));

export function offerSetUp() {
  if (!hasNoPassword()) return;
  const link = write(renewKey);
  printed().link = link;
  process.stdout.write(lineOf(link));
}

export const printedSetUpLink = () => printed().link;

export function requireOpenSetUp(db?: Pick<Tx, "select">) {
  if (!hasNoPassword(db))
    throw new DomainError(
      "gone",
      msg`This site is set up already. Please sign in.`,
    );
}

/** Wrong keys are counted after they were compared, so that nobody's keep the right one out. */
export function checkSetUpKey(key: string, from: Sender) {
  requireOpenSetUp();
  if (readSecret(KEY) === hashOf(key)) return;
  countSignIn(from.address);
  write((tx) => recordRefusal(tx, from));
  throw new DomainError(
    "unauthorized",
    "This link doesn’t work any more. The site prints a new one at each start.",
  );
}

export const setUp = (
  { password, code, ...texts }: SetUp,
  from: Parameters<typeof beginSession>[1],
): Promise<string> =>
  whileNobodySignsIn(async () => {
    requireOpenSetUp();
    await requireStrong(password, {
      names: [texts.site_name, texts.memorial_name],
      dates: [texts.memorial_dates],
    });
    const hashed = await hashPassword(password);
    const read = await readCode(code);
    const session = write((tx) => {
      requireOpenSetUp(tx);
      // The key must not get anybody round the second factor, which stays on when the password is reset.
      if (isSecondFactorOn(tx) && !isCodeRight(tx, read, from)) {
        recordRefusal(tx, from);
        return undefined;
      }
      choosePassword(tx, hashed);
      removeSecret(tx, KEY);
      changeSiteTexts(tx, texts);
      recordEvent(tx, "set-up", from);
      return beginSession(tx, from);
    });
    if (session === undefined)
      throw notConfirmed("Enter a code of your app, or a recovery code.");
    mailAbout("set-up");
    return session;
  });

/** Changes the password, and ends all sessions but this one. */
export const changePassword = (
  password: string,
  session: string,
  from: Sender,
): Promise<void> =>
  whileNobodySignsIn(async () => {
    if (getSettings().ADMIN_PASSWORD !== undefined)
      throw new DomainError(
        "conflict",
        "ADMIN_PASSWORD sets the password where the site runs, so it can only be changed there.",
      );
    await requireStrong(password);
    const hashed = await hashPassword(password);
    write((tx) => {
      // It may have ended while this waited for its turn.
      if (!isSessionAlive(session)) throw signedOut();
      choosePassword(tx, hashed, session);
      removeSecret(tx, KEY);
      recordEvent(tx, "password-changed", from);
    });
    mailAbout("password-changed");
  });

/** For an operator who has lost the password. @returns the line with the link that sets another one */
export function resetPassword() {
  if (getSettings().ADMIN_PASSWORD !== undefined)
    throw new DomainError(
      "conflict",
      "ADMIN_PASSWORD is set, so the password is what it says: set another one and start the site again.",
    );
  return write((tx) => {
    if (forgetPassword(tx)) recordEvent(tx, "password-reset");
    return lineOf(renewKey(tx));
  });
}

async function requireStrong(password: string, more?: OwnWords) {
  const why = await weaknessHere(password, more);
  if (why !== undefined)
    throw wrongField("password", `Please choose another password: ${why}.`);
}
