import { mailEnv, type MailServer, mailsTo } from "../processes/mail-server.ts";
import { test as base, expect, site } from "./browser.ts";

/** Each test begins without followers and mails, on a site that sends mail to `mailServer`. */
export const test = base.extend<{ withoutFollowers: void }>({
  siteEnv: ({ mailServer }, use) => use(mailEnv(mailServer)),
  withoutFollowers: [
    async ({ mailServer, current: _ }, use) => {
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
