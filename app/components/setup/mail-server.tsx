import { Field } from "#app/components/fields/field.tsx";

/** Begins with TLS. Every other port begins without, and then asks for it. */
const TLS_PORT = "465";

/** The mail server in four fields, which together are SMTP_URL. */
export const MailServer = ({ error }: { error: string | undefined }) => (
  <>
    <Field
      full
      label="Mail server"
      name="mail_host"
      placeholder="smtp.example.org"
      hint="Your mail provider’s help calls it the outgoing or SMTP server."
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      error={error}
    />
    <Field
      full
      label="Port"
      name="mail_port"
      inputMode="numeric"
      placeholder={TLS_PORT}
      autoComplete="off"
    />
    <Field full label="User name" name="mail_user" autoComplete="off" />
    <Field
      full
      label="Password of the mail account"
      name="mail_password"
      type="password"
      autoComplete="new-password"
    />
  </>
);

/** The SMTP_URL that the fields make; undefined if no server was entered. A whole one may be pasted as the server. */
export function readMailServer(fields: FormData): string | undefined {
  const text = (name: string) => String(fields.get(name) ?? "").trim();
  const host = text("mail_host");
  if (host === "" || host.includes("://")) return host || undefined;
  const port = text("mail_port") || TLS_PORT;
  const protocol = port === TLS_PORT ? "smtps" : "smtp";
  const user = encodeURIComponent(text("mail_user"));
  const password = encodeURIComponent(String(fields.get("mail_password")));
  const account = user === "" ? "" : `${user}:${password}@`;
  return `${protocol}://${account}${host}:${port}`;
}
