import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { DomainError } from "#core/errors.ts";
import { tryMail } from "#domain/settings/try-mail.server.ts";
import { startMailServer } from "#tests/setup/processes/mail-server.ts";

/** A server that takes mails of everybody, and one that takes them of an account alone, with its own certificate. */
const open = await startMailServer({
  refuse: (to) => to.startsWith("nobody@"),
});
const account = { name: "rocks", password: "p@ss word" };
const strict = await startMailServer({ account });
afterAll(() => Promise.all([open.stop(), strict.stop()]));
beforeEach(() => void (open.mails.length = 0));

const MAIL_FROM = "Rocks <rocks@example.org>";
const TRUSTED = "?tls.rejectUnauthorized=false";
const asRocks = (password: string, rest = TRUSTED) =>
  strict.url.replace("//", `//rocks:${encodeURIComponent(password)}@`) + rest;

test("a mail server without a sender can't be tried", async () => {
  await expect(tryMail({ SMTP_URL: open.url })).rejects.toMatchObject({
    kind: "bad_input",
    fields: { MAIL_FROM: expect.any(String) as string },
  });
});

test("an address of a mail server runs no program and opens no file", async () => {
  const folder = mkdtempSync(path.join(process.env.MEDIA_DIR!, "program-"));
  const [program, made] = [path.join(folder, "run"), path.join(folder, "made")];
  writeFileSync(program, `#!/bin/sh\ntouch ${made}\n`, { mode: 0o755 });
  const options = new URLSearchParams({ sendmail: "true", path: program });
  const SMTP_URL = `${open.url}?${options.toString()}`;
  await tryMail({ SMTP_URL, MAIL_FROM });
  expect(open.mails).toHaveLength(1);
  expect(existsSync(made)).toBe(false);
});

const PASSWORD = /password is not right/;

/** What each server says, and at which field the screen explains it. */
test.each<[string, url: string, words: RegExp, means: RegExp, field?: string]>([
  [
    "a wrong password",
    asRocks("other secret"),
    /^535 Wrong name or password$/,
    PASSWORD,
  ],
  ["no password", strict.url + TRUSTED, /^530 /, PASSWORD],
  [
    "a certificate of its own",
    asRocks("p@ss word", ""),
    /certificate|altnames/i,
    /certificate/,
  ],
  [
    "a receiver that it doesn't know",
    open.url,
    /There is nobody here/,
    /for this address/,
    "to",
  ],
  [
    "a server that isn't there",
    "smtp://127.0.0.1:1",
    /ECONNREFUSED/,
    /No mail server listens there/,
  ],
  [
    "a name that nobody has",
    "smtp://mail.invalid",
    /ENOTFOUND|EAI_AGAIN/,
    /no server of that name/,
  ],
  [
    "TLS at a port without",
    open.url.replace("smtp:", "smtps:"),
    /./,
    /port 465/,
  ],
])(
  "%s is told in the server's own words, with what they usually mean",
  async (_, SMTP_URL, words, means, field = "SMTP_URL") => {
    const to = field === "to" ? "nobody@example.org" : "me@example.org";
    const error = await tryMail({ SMTP_URL, MAIL_FROM, to }).catch(
      (error: DomainError) => error,
    );
    expect(error).toMatchObject({
      kind: "mail_refused",
      message: expect.stringMatching(words) as string,
      fields: { [field]: expect.stringMatching(means) as string },
    });
    expect(error!.message).not.toMatch(/secret|p@ss/);
  },
);
