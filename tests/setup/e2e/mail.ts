import { mailEnv, type MailServer, mailsTo } from "../processes/mail-server.ts";
import { test as base, expect, site } from "./test.ts";

/** Takes the site's mails. It has none at the beginning of a test. */
export let mailServer: MailServer;

export const test = base.extend<{ withoutMails: void }>({
  siteEnv: ({ mailServer }, use) => use(mailEnv(mailServer)),
  withoutMails: [
    async ({ mailServer: own }, use) => {
      mailServer = own;
      mailServer.mails.length = 0;
      await use();
    },
    { auto: true },
  ],
});

/** Asks the site to tell an address when a rock moves on. */
export const askToFollow = (email: string, rock = 214) =>
  site.fetch(`/api/rocks/${rock}/follow`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email }),
  });

/** The link to the page of a key in the newest mail that an address has got. Waits until there are `count` mails. */
export async function linkTo(address: string, count = 1) {
  await expect.poll(() => mailsTo(mailServer, address).length).toBe(count);
  const { text = "" } = mailsTo(mailServer, address).at(-1)!;
  return /https?:\S+\/follow#[\w-]+/.exec(text)![0];
}
