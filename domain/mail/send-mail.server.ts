import { log } from "#domain/core/log.server.ts";
import { getSettings } from "#domain/core/settings.server.ts";
import { siteNames } from "#domain/site/site-texts.server.ts";

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

/** How a mail is sent. */
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

/** The settings of the daily mail; undefined if there is none. */
export function digestSettings(): (Delivery & { at: string }) | undefined {
  const { SMTP_URL, MAIL_FROM, DIGEST_TO, DIGEST_AT } = getSettings();
  return SMTP_URL && MAIL_FROM && DIGEST_TO
    ? { url: SMTP_URL, from: MAIL_FROM, to: DIGEST_TO, at: DIGEST_AT }
    : undefined;
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

/** What SMTP_URL says. nodemailer would read every option from it. */
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

/**
 * Sends a mail, to the receivers of the daily mail unless it says otherwise.
 * @throws if the mail server refuses all receivers
 */
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
