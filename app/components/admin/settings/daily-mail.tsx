import type { MailState } from "#domain/review/daily-mail.server.ts";

/** How the daily mail is doing. */
export function DailyMail({ mail }: { mail: MailState | undefined }) {
  if (!mail) return null;
  const { at, sent_dt, error } = mail;
  return error === undefined ? (
    <p className="soft">
      {sent_dt === undefined
        ? `The first daily mail comes at ${at}, if finds wait.`
        : `The last daily mail was sent on ${sent_dt.slice(0, 16).replace("T", " at ")} UTC.`}
    </p>
  ) : (
    <p className="setting-refusal" role="alert">
      The newest daily mail could not be sent. The mail server said:{" "}
      <q>{error}</q> The site keeps trying.
    </p>
  );
}
