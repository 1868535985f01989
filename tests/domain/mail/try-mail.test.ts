import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { DomainError } from "#core/errors.ts";
import { tryMail } from "#domain/settings/try-mail.server.ts";
import {
  startMailServer,
  type MailServer,
} from "#tests/setup/processes/mail-server.ts";

/** A server that takes mails of everybody, and one that takes them of an account alone, with its own certificate. */
let open: MailServer;
let strict: MailServer;
beforeAll(async () => {
  open = await startMailServer({ refuse: (to) => to.startsWith("nobody@") });
  const account = { name: "rocks", password: "p@ss word" };
  strict = await startMailServer({ account });
  return () => Promise.all([open.stop(), strict.stop()]);
});
beforeEach(() => void (open.mails.length = 0));

const MAIL_FROM = "Rocks <rocks@example.org>";
const TRUSTED = "?tls.rejectUnauthorized=false";
const asRocks = (password: string, rest = TRUSTED) =>
  strict.url.replace("//", `//rocks:${encodeURIComponent(password)}@`) + rest;

test("without a receiver, a test mail goes to the sender", async () => {
  await tryMail({ SMTP_URL: asRocks("p@ss word"), MAIL_FROM });
  expect(strict.mails).toMatchObject([
    {
      from: { name: "Rocks", address: "rocks@example.org" },
      receivers: ["rocks@example.org"],
    },
  ]);
});

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

/** What each server says, and at which field the screen explains it. */
const REFUSED: [
  what: string,
  given: () => { SMTP_URL: string; to?: string },
  words: RegExp,
  field: string,
  means: RegExp,
][] = [
  [
    "a wrong password",
    () => ({ SMTP_URL: asRocks("other secret") }),
    /^535 Wrong name or password$/,
    "SMTP_URL",
    /password is not right/,
  ],
  [
    "no password",
    () => ({ SMTP_URL: strict.url + TRUSTED }),
    /^530 /,
    "SMTP_URL",
    /password is not right/,
  ],
  [
    "a certificate of its own",
    () => ({ SMTP_URL: asRocks("p@ss word", "") }),
    /certificate|altnames/i,
    "SMTP_URL",
    /certificate/,
  ],
  [
    "a receiver that it doesn't know",
    () => ({ SMTP_URL: open.url, to: "nobody@example.org" }),
    /There is nobody here/,
    "to",
    /for this address/,
  ],
  [
    "a server that isn't there",
    () => ({ SMTP_URL: "smtp://127.0.0.1:1" }),
    /ECONNREFUSED/,
    "SMTP_URL",
    /No mail server listens there/,
  ],
  [
    "a name that nobody has",
    () => ({ SMTP_URL: "smtp://mail.invalid" }),
    /ENOTFOUND|EAI_AGAIN/,
    "SMTP_URL",
    /no server of that name/,
  ],
  [
    "TLS at a port without",
    () => ({ SMTP_URL: open.url.replace("smtp:", "smtps:") }),
    /./,
    "SMTP_URL",
    /port 465/,
  ],
];

test.each(REFUSED)(
  "%s is told in the server's own words, with what they usually mean",
  async (_what, given, words, field, means) => {
    const to = "me@example.org";
    const error = await tryMail({ MAIL_FROM, to, ...given() }).catch(
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
