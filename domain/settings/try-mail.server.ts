import * as v from "valibot";
import { DomainError, wrongField } from "#core/errors.ts";
import { addresses, mailServer, sender } from "#core/settings/kinds.ts";
import { getSettings } from "#core/settings.server.ts";
import { decoded, sendMail, type Delivery } from "../mail/send-mail.server.ts";
import type { MailTest } from "./schemas.ts";

const TEXT = `The site can send mail. On days when finds are waiting, one like this lists them.

Whether other mail servers trust the site is in this mail's source, in the line Authentication-Results:
spf=pass, dkim=pass and dmarc=pass are good. If one of them is missing, 'So that mails arrive' in
docs/operating.md says what to do.
`;

/** Refuses in the mail server's words, with their usual meaning in `fields`. Absent settings keep their values. */
export async function tryMail(given: MailTest) {
  const delivery = deliveryOf(given);
  try {
    await sendMail(
      {
        subject: "A test mail",
        text: TEXT,
      },
      delivery,
    );
  } catch (error) {
    const words = withoutPassword(wordsOf(error as MailError), delivery.url);
    throw new DomainError("mail_refused", words, {
      fields: explain(error as MailError, words),
    });
  }
}

function deliveryOf({ to, SMTP_URL, MAIL_FROM }: MailTest): Delivery {
  const set = getSettings();
  const url = SMTP_URL ? v.parse(mailServer, SMTP_URL) : set.SMTP_URL;
  if (!url)
    throw wrongField("SMTP_URL", "The site has no mail server.", "unavailable");
  const from = MAIL_FROM ? v.parse(sender, MAIL_FROM) : set.MAIL_FROM;
  if (!from) throw wrongField("MAIL_FROM", "A mail needs a sender: MAIL_FROM.");
  const receivers = to ? v.parse(addresses, to) : set.DIGEST_TO;
  return { url, from, to: receivers ?? [from.address] };
}

/** nodemailer's error. `response` is the mail server's answer. */
interface MailError extends Error {
  code?: string;
  response?: string;
}

const wordsOf = ({ response, message }: MailError) => response || message;

/** A server may repeat what it was sent. */
function withoutPassword(words: string, url: string) {
  const { password } = new URL(url);
  return password
    ? words.replaceAll(decoded(password), "…").replaceAll(password, "…")
    : words;
}

type Field = keyof MailTest;

/** Answers of mail servers, with their usual cause. The first match counts. */
const MEANINGS: [said: RegExp, field: Field, means: string][] = [
  [
    /EAUTH|\b53[045]\b|authenticat|invalid login/i,
    "SMTP_URL",
    "The user name or the password is not right. Many providers want a password that was made for programs (an app password).",
  ],
  [
    /ENOTFOUND|EAI_AGAIN|EDNS/,
    "SMTP_URL",
    "There is no server of that name, or this machine has no connection to the Internet.",
  ],
  [
    /ECONNREFUSED/,
    "SMTP_URL",
    "No mail server listens there. Check its name and its port: mostly 465 or 587.",
  ],
  [
    /wrong version number|packet length|EPROTO|greeting never received/i,
    "SMTP_URL",
    "The server and this port don't speak the same way. smtps:// goes with port 465, smtp:// with 587.",
  ],
  [
    /certificate|altnames|self.signed|CERT_/i,
    "SMTP_URL",
    "The server's certificate is not for this name, or nobody trusted has signed it. Use the name that your provider gives.",
  ],
  [
    /ETIMEDOUT|ETIME|timeout|ENETUNREACH|EHOSTUNREACH/i,
    "SMTP_URL",
    "The server doesn't answer. The port may be wrong, or whoever hosts this machine may block mail.",
  ],
  [
    /relay|not permitted|sender|MAIL FROM/i,
    "MAIL_FROM",
    "The server doesn't send for this sender. Most only take the address of the account that signs in.",
  ],
  [
    /EENVELOPE|recipient|mailbox|\b55[0134]\b/i,
    "to",
    "The server doesn't take mail for this address. Check how it is written.",
  ],
];

function explain({ code = "" }: MailError, words: string) {
  const found = MEANINGS.find(([said]) => said.test(`${code} ${words}`));
  return found && { [found[1]]: found[2] };
}
