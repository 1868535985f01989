import { and, count, eq, gte, lt, sql } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { securityEvents } from "#db/schema.ts";
import { networkOf } from "#core/network.server.ts";
import {
  columnsOf,
  readPage,
  type PageRequest,
} from "../lists/paging.server.ts";
import { SecurityEvent, type EventKind } from "./answers.ts";
import { log } from "#core/log.server.ts";
import { commandLine, getSettings } from "#core/settings.server.ts";
import { digestSettings, sendMail } from "../mail/send-mail.server.ts";

/** Long enough to see when a break-in began. No longer, because entries hold truncated addresses. */
const KEPT_DAYS = 90;
const DAY_MS = 86_400_000;
/** Number of networks that get entries of their own for refused sign-ins in a day. The others share one entry an hour. */
const NETWORKS_MAX = 50;

export interface Sender {
  address: string;
  userAgent: string;
}

export const describeSender = ({ address, userAgent }: Sender) => ({
  browser: describeBrowser(userAgent),
  address_prefix: networkOf(address, { ipv4: 24, ipv6: 48 }),
});

export const recordEvent = (
  tx: Pick<Tx, "insert">,
  what: EventKind,
  from?: Sender,
) =>
  void tx
    .insert(securityEvents)
    .values({ what, ...(from && describeSender(from)) })
    .run();

/** Refused sign-ins from one network share an entry for an hour, so that a flood doesn't fill the table. */
export function recordRefusal(tx: Tx, from: Sender) {
  const at = new Date().toISOString();
  const since = (start: string) =>
    and(
      eq(securityEvents.what, "sign-in-refused"),
      gte(securityEvents.at, start),
    );
  const addTo = (address_prefix: string) =>
    tx
      .update(securityEvents)
      .set({ at, times: sql`${securityEvents.times} + 1` })
      .where(
        and(
          since(at.slice(0, "2026-05-17T09".length)),
          eq(securityEvents.address_prefix, address_prefix),
        ),
      )
      .run().changes > 0;

  const { browser, address_prefix } = describeSender(from);
  if (addTo(address_prefix)) return;
  const { entries } = tx
    .select({ entries: count() })
    .from(securityEvents)
    .where(since(at.slice(0, "2026-05-17".length)))
    .get()!;
  const isOneOfMany = entries >= NETWORKS_MAX;
  if (isOneOfMany && addTo("")) return;
  tx.insert(securityEvents)
    .values({
      at,
      what: "sign-in-refused",
      ...(isOneOfMany ? {} : { browser, address_prefix }),
    })
    .run();
}

export const listEvents = (request: PageRequest = {}) =>
  readPage(
    {
      select: columnsOf("e", SecurityEvent.entries),
      from: sql`security_events e`,
      keys: [sql`e.at`, sql`e.event_key`],
      down: true,
    },
    request,
    (event: SecurityEvent) => event,
  );

export function sweepEvents(now = Date.now()) {
  const start = new Date(now - KEPT_DAYS * DAY_MS).toISOString();
  getDb().delete(securityEvents).where(lt(securityEvents.at, start)).run();
}

/** The first match counts, because most browsers also name others. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, "Edge"],
  [/\bOPR\/|\bOPT\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, "an iPhone"],
  [/\biPad\b/, "an iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMacintosh\b/, "a Mac"],
  [/\bLinux\b/, "Linux"],
];

/** 'Firefox on Windows'. Leaves out the version, so that it tells little about a person. */
export function describeBrowser(userAgent: string) {
  const nameIn = (names: [RegExp, string][]) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = nameIn(BROWSERS);
  if (!browser) return "Another program";
  const system = nameIn(SYSTEMS);
  return system ? `${browser} on ${system}` : browser;
}

const WORDS = {
  "second-factor-on": "The second factor was switched on",
  "second-factor-off": "The second factor was switched off",
  "recovery-code-used": "A recovery code was used",
  "password-changed": "The password was changed",
  "set-up": "The site was set up, and its password chosen",
} satisfies Partial<Record<EventKind, string>>;

/** Mails the receivers of the daily mail what was done, in the background, if the site can send mail. */
export function mailAbout(what: keyof typeof WORDS) {
  if (!digestSettings()) return;
  const { PUBLIC_URL } = getSettings();
  sendMail({
    subject: WORDS[what],
    text: `${WORDS[what]}, on ${new Date().toISOString().slice(0, 16).replace("T", " at ")} UTC, at ${PUBLIC_URL}.

If that was you, there is nothing to do.

If it was not, run ${commandLine("reset-password")} where the site runs, or set another ADMIN_PASSWORD and start the site again: either ends every session. Then sign in and look at Security: ${PUBLIC_URL}/admin/security
`,
  }).catch((error: Error) =>
    log.error("a mail about the account could not be sent", {
      error: error.message,
    }),
  );
}
