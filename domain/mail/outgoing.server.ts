import { randomBytes } from "node:crypto";
import type { Tx } from "#db/client.server.ts";
import type { outbox } from "#db/schema.ts";
import { getSettings } from "#core/settings.server.ts";
import type { Mail } from "./send-mail.server.ts";

export type OutboxRow = typeof outbox.$inferSelect;

/** A mail of the outbox, as it is now. */
export interface Outgoing {
  mail: Mail;
  to: string[];
  /**
   * Writes the data that must be known before the mail server may have it: its key, and the news in it.
   * @returns false if the mail is not the same any more
   */
  begin: (tx: Tx) => boolean;
  /**
   * Notes that it is over.
   * @param sent_dt when the mail server took it; undefined if it was given up
   */
  end?: (tx: Tx, sent_dt: string | undefined) => void;
  /** Notes that the mail server refuses its receiver for good. */
  bounce?: (tx: Tx) => void;
}

export const iso = (ms: number) => new Date(ms).toISOString();

/** The last part of Message-IDs, and of the ids of pictures. */
export const hostOfIds = () =>
  new URL(getSettings().PUBLIC_URL).host.replace(":", ".");

/** Makes the key of a mail's link. The database gets no more than its hash. */
export const makeKey = () => randomBytes(16).toString("base64url");
