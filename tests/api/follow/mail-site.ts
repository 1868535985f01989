import { beforeAll, beforeEach } from "vitest";
import { emptyRocks } from "#tests/setup/calls/rocks.ts";
import {
  mailEnv,
  type MailServer,
  startMailServer,
} from "#tests/setup/processes/mail-server.ts";
import { startSite } from "#tests/setup/processes/site.ts";
import { send, site, useSite } from "#tests/setup/vitest/site.ts";

/** The mail server of the file. */
export let server: MailServer;
/** Addresses that have got no mail yet, others for each test. */
export let me: string;
export let you: string;
let tests = 0;
/** Runs when the mail server has read a mail, before it takes it. */
export const hook: { beforeTaking?: () => Promise<void> } = {};

/** The tests of a file share a site that sends mail. Each begins without rocks, followers and mails. */
export function useMailSite(env: Record<string, string> = {}) {
  beforeAll(async () => {
    server = await startMailServer({
      beforeTaking: async () => hook.beforeTaking?.(),
    });
    await useSite(
      await startSite({
        env: { ...mailEnv(server), UPLOAD_LIMITS: "off", ...env },
      }),
    );
    return async () => {
      await site.stop();
      await server.stop();
    };
  });
  beforeEach(() => {
    emptyRocks(site);
    site.alter("DELETE FROM followers");
    me = `me${++tests}@example.org`;
    you = `you${tests}@example.org`;
    server.mails.length = 0;
  });
}

/** Enters an address for a rock, as a visitor. */
export const ask = (
  email: string,
  rock = 17,
  headers: Record<string, string> = {},
) => send(`POST /api/rocks/${rock}/follow`, { email }, headers);

/** The address in a mail's header to which a mail program posts. */
export function oneClickIn({ headers }: MailServer["mails"][number]) {
  const { value } = headers.find(({ key }) => key === "list-unsubscribe")!;
  return /^<([^>]+)>, <mailto:rocks@example\.org/.exec(value)![1]!;
}

/** One press in a mail program, from anywhere. */
export const press = (address: string) =>
  fetch(address, {
    method: "POST",
    headers: {
      Origin: "https://mail.example.com",
      "Sec-Fetch-Site": "cross-site",
      "Content-Type": "application/x-www-form-urlencoded",
    },
    body: "List-Unsubscribe=One-Click",
  });
