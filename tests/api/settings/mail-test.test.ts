import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { makeFolder } from "#tests/setup/calls/backup.ts";
import {
  startMailServer,
  type MailServer,
} from "#tests/setup/processes/mail-server.ts";
import {
  call,
  forThisTest,
  setUpSite,
  site,
  type Refused,
} from "#tests/setup/vitest/site.ts";

setUpSite({});

let open: MailServer;
beforeAll(async () => {
  open = await startMailServer({ refuse: (to) => to.startsWith("nobody@") });
  return () => open.stop();
});
beforeEach(() => void (open.mails.length = 0));

/** Starts one that takes mails of an account alone. `urlFor` is for a client that trusts its certificate. */
async function startStrict() {
  const account = { name: "rocks", password: "p@ss word" };
  const server = await forThisTest(startMailServer({ account }));
  // The mail server says that nobody should trust its own certificate.
  vi.mocked(console.error).mockClear();
  return {
    ...server,
    urlFor: (password: string, rest = "?tls.rejectUnauthorized=false") =>
      server.url.replace("//", `//rocks:${encodeURIComponent(password)}@`) +
      rest,
  };
}

const MAIL_FROM = "Rocks <rocks@example.org>";
const tryMail = (body: object) => call<Refused>("POST /api/mail-test", body);
test("what is given is tried, and not saved", async () => {
  const given = { SMTP_URL: open.url, MAIL_FROM, to: "me@example.org" };
  expect((await tryMail(given)).status).toBe(204);
  expect(open.mails).toMatchObject([
    {
      subject: "A test mail",
      from: { name: "Rocks", address: "rocks@example.org" },
      receivers: ["me@example.org"],
    },
  ]);
  expect(site.query("SELECT * FROM settings")).toEqual([]);
  expect((await tryMail({})).status).toBe(503);
});

test("without a receiver, it goes to the sender", async () => {
  const strict = await startStrict();
  const SMTP_URL = strict.urlFor("p@ss word");
  expect((await tryMail({ SMTP_URL, MAIL_FROM })).status).toBe(204);
  expect(strict.mails[0]!.receivers).toEqual(["rocks@example.org"]);
});

test("what can't be tried is named", async () => {
  expect(await tryMail({})).toMatchObject({
    status: 503,
    body: { fields: { SMTP_URL: "The site has no mail server." } },
  });
  expect(await tryMail({ SMTP_URL: open.url })).toMatchObject({
    status: 400,
    body: { fields: { MAIL_FROM: expect.any(String) as string } },
  });
  expect(
    await tryMail({ SMTP_URL: "localhost", MAIL_FROM: "Robin", to: "me" }),
  ).toMatchObject({
    status: 400,
    body: {
      fields: {
        SMTP_URL:
          "SMTP_URL is set to something it can't be; it takes an address that starts with smtp:// or smtps://.",
        MAIL_FROM: expect.stringMatching(
          /^MAIL_FROM is "Robin"; it takes /,
        ) as string,
        to: 'to is "me"; it takes e-mail addresses, 20 at most, with commas between.',
      },
    },
  });
  const many = Array.from({ length: 21 }, (_, n) => `n${n}@example.org`);
  expect(
    await tryMail({ SMTP_URL: open.url, MAIL_FROM, to: many.join(", ") }),
  ).toMatchObject({ status: 400 });
  expect(open.mails).toEqual([]);
});

test("an address of a mail server runs no program and opens no file", async () => {
  const folder = await makeFolder();
  const program = path.join(folder, "program");
  const made = path.join(folder, "made");
  writeFileSync(program, `#!/bin/sh\ntouch ${made}\n`, { mode: 0o755 });
  const options = new URLSearchParams({ sendmail: "true", path: program });
  const SMTP_URL = `${open.url}?${options.toString()}`;
  expect((await tryMail({ SMTP_URL, MAIL_FROM })).status).toBe(204);
  expect(open.mails).toHaveLength(1);
  expect(existsSync(made)).toBe(false);
});

/** What each server says, and at which field the screen explains it. */
const REFUSED: [
  what: string,
  given: () => Promise<object> | object,
  words: RegExp,
  field: string,
  means: RegExp,
][] = [
  [
    "a wrong password",
    async () => ({ SMTP_URL: (await startStrict()).urlFor("other secret") }),
    /^535 Wrong name or password$/,
    "SMTP_URL",
    /password is not right/,
  ],
  [
    "no password",
    async () => ({
      SMTP_URL: `${(await startStrict()).url}?tls.rejectUnauthorized=false`,
    }),
    /^530 /,
    "SMTP_URL",
    /password is not right/,
  ],
  [
    "a certificate of its own",
    async () => ({ SMTP_URL: (await startStrict()).urlFor("p@ss word", "") }),
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
    async () => {
      const down = await startMailServer();
      await down.stop();
      return { SMTP_URL: down.url };
    },
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
  "%s is answered in the server's own words, with what they usually mean",
  async (_what, given, words, field, means) => {
    const { status, body } = await tryMail({
      MAIL_FROM,
      to: "me@example.org",
      ...(await given()),
    });
    expect(status).toBe(502);
    expect(body.error).toMatch(words);
    expect(body.fields).toEqual({
      [field]: expect.stringMatching(means) as string,
    });
    expect(body.error).not.toMatch(/secret|p@ss/);
  },
);
