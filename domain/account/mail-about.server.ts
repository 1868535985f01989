import { log } from "#core/log.server.ts";
import { commandLine, getSettings } from "#core/settings.server.ts";
import { digestSettings, sendMail } from "../mail/send-mail.server.ts";
import type { EventKind } from "./answers.ts";

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
