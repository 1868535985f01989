import {
  mailEnv,
  mailsTo,
  startMailServer,
  type MailServer,
} from "../processes/mail-server.ts";
import { expect, test as base, testWithoutRocks } from "./browser.ts";

/** A mail server of the Playwright worker. */
const mailServer: [
  (none: object, use: (server: MailServer) => Promise<void>) => Promise<void>,
  { scope: "worker" },
] = [
  // eslint-disable-next-line no-empty-pattern
  async ({}, use) => {
    const server = await startMailServer();
    await use(server);
    await server.stop();
  },
  { scope: "worker" },
];

/** Each test may use `mailServer`. */
export const testWithMail = base.extend<object, { mailServer: MailServer }>({
  mailServer,
});

/** Each test begins without rocks, finds, followers and mails, on a site that sends mail to `mailServer`. */
export const test = testWithoutRocks.extend<
  { withoutFollowers: void },
  { mailServer: MailServer }
>({
  mailServer,
  siteEnv: [
    ({ mailServer }, use) =>
      use({ ...mailEnv(mailServer), UPLOAD_LIMITS: "off" }),
    { scope: "worker" },
  ],
  withoutFollowers: [
    async ({ site, mailServer }, use) => {
      site.alter("DELETE FROM followers");
      mailServer.mails.length = 0;
      await use();
    },
    { auto: true },
  ],
});

/** The link to the page of a key in the newest mail that an address has got. Waits until there are `count` mails. */
export async function linkTo(server: MailServer, address: string, count = 1) {
  await expect.poll(() => mailsTo(server, address).length).toBe(count);
  const { text = "" } = mailsTo(server, address).at(-1)!;
  return /https?:\S+\/follow#[\w-]+/.exec(text)![0];
}
