import { log } from "#core/log.server.ts";
import { getSettings } from "#core/settings.server.ts";
import { siteNames } from "#domain/site/site-texts.server.ts";
import { randomBytes } from "node:crypto";
import type { Tx } from "#db/client.server.ts";
import type { outbox } from "#db/schema.ts";
import { runBeside } from "#core/run-beside.server.ts";
import type { MailPicture } from "./picture.ts";

export interface Mail {
  subject: string;
  text: string;
  html?: string;
  /** Message-ID, with angle brackets. */
  messageId?: string;
  /** Beside those that every mail has. */
  headers?: Record<string, string>;
  /** Pictures inside the HTML, which names them by `cid:`. */
  attachments?: {
    cid: string;
    filename: string;
    content: Buffer;
    contentType: string;
    contentDisposition: "inline";
  }[];
}

/** Milliseconds that a mail server may take to answer: at first, and each time. */
const ANSWER_MS = 15_000;
const SOCKET_MS = 60_000;
/** Milliseconds that a mail may take in all, however often the server answers a little. */
const WHOLE_MS = 300_000;

export interface Delivery {
  url: string;
  from: { name: string; address: string };
  to: string[];
}

/** The mail server and the sender; undefined without SMTP_URL. */
export function mailServer(): Omit<Delivery, "to"> | undefined {
  const { SMTP_URL, MAIL_FROM } = getSettings();
  return SMTP_URL && MAIL_FROM ? { url: SMTP_URL, from: MAIL_FROM } : undefined;
}

export function digestSettings(): (Delivery & { at: string }) | undefined {
  const server = mailServer();
  const { DIGEST_TO: to, DIGEST_AT: at } = getSettings();
  return server && to ? { ...server, to, at } : undefined;
}

/** The options of nodemailer that SMTP_URL may have. Others could run a program or open a file. */
const OPTIONS = ["requireTLS", "ignoreTLS", "name", "authMethod"];
const TLS_OPTIONS = [
  "rejectUnauthorized",
  "servername",
  "minVersion",
  "maxVersion",
  "ciphers",
];

/** Parts of SMTP_URL that are used. nodemailer would read every option from it. */
function serverOf(address: string) {
  const { protocol, hostname, port, username, password, searchParams } =
    new URL(address);
  const take = (names: string[], prefix = "") =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = searchParams.get(prefix + name);
        return value === null ? [] : [[name, SWITCH[value] ?? value]];
      }),
    );
  return {
    ...take(OPTIONS),
    tls: take(TLS_OPTIONS, "tls."),
    host: hostname.replace(/^\[(.*)\]$/, "$1"),
    port: Number(port) || undefined,
    secure: protocol === "smtps:",
    auth:
      username || password
        ? { user: decoded(username), pass: decoded(password) }
        : undefined,
  };
}

const SWITCH: Record<string, boolean> = { true: true, false: false };

/** A % that encodes nothing stands for itself. */
export function decoded(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** By itself to the receivers of the daily mail. @throws if the mail server refuses all receivers */
export async function sendMail(
  mail: Mail,
  delivery: Delivery | undefined = digestSettings(),
) {
  if (!delivery) throw new Error("SMTP_URL or DIGEST_TO is not set");
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    ...serverOf(delivery.url),
    connectionTimeout: ANSWER_MS,
    greetingTimeout: ANSWER_MS,
    socketTimeout: SOCKET_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const { address, name } = delivery.from;
  const { rejected } = await transport.sendMail({
    ...mail,
    from: { address, name: name || siteNames().site_name },
    to: delivery.to,
    headers: { "Auto-Submitted": "auto-generated", ...mail.headers },
    signal: AbortSignal.timeout(WHOLE_MS),
  });
  if (rejected.length > 0)
    log.warn("the mail server refused some receivers", {
      refused: rejected.length,
    });
}

export type OutboxRow = typeof outbox.$inferSelect;

export interface Outgoing {
  mail: Mail;
  to: string[];
  /** Writes its key and the news in it before the mail server has it. @returns false if the mail is another by now */
  begin: (tx: Tx) => boolean;
  /** @param sent_dt when the mail server took it; undefined if it was given up */
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

export function attachPictures() {
  const attachments: NonNullable<Mail["attachments"]> = [];
  return {
    attachments,
    attach(name: string, jpeg: Buffer | undefined) {
      if (!jpeg) return undefined;
      const cid = `${name}@${hostOfIds()}`;
      attachments.push({
        cid,
        content: jpeg,
        filename: `${name}.jpg`,
        contentType: "image/jpeg",
        contentDisposition: "inline",
      });
      return cid;
    },
  };
}

const TIME_LIMIT_MS = 30_000;
/** Bytes of all pictures of a mail together. Those that go beyond are left out. */
const BYTES_MAX = 1_000_000;

/** In a process, because only there may pictures be decoded. A queue that is down never holds a mail up. */
export async function makeMailPictures(
  pictures: MailPicture[],
): Promise<(Buffer | undefined)[]> {
  if (pictures.length === 0) return [];
  const { ended, stop } = runBeside<(string | null)[]>(
    "build/node/mail-pictures.js",
    { place: JSON.stringify(pictures) },
  );
  const deadline = setTimeout(stop, TIME_LIMIT_MS);
  try {
    let bytes = 0;
    return (await ended).map((base64) => {
      const jpeg = Buffer.from(base64 ?? "", "base64");
      bytes += jpeg.length;
      return jpeg.length > 0 && bytes <= BYTES_MAX ? jpeg : undefined;
    });
  } catch (error) {
    log.warn("a mail goes without its pictures", { error });
    return [];
  } finally {
    clearTimeout(deadline);
  }
}
