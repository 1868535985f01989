import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import type { Setting } from "#domain/settings/answers.ts";
import { Field } from "#app/components/fields/field.tsx";
import { Failure } from "#app/components/fields/failure.tsx";
import type { SettingsChange } from "#domain/settings/schemas.ts";
import type { Save } from "#app/components/admin/data/use-save.ts";
import { isFixed } from "./setting-field.tsx";

/** Begins with TLS. Every other port begins without, and then asks for it. */
const TLS_PORT = "465";

/**
 * The mail server in four fields, which together are SMTP_URL. One that is set is never shown again, but can be
 * replaced.
 */
export function MailServerFields({
  setting,
  error,
  onReset,
}: {
  setting: Setting;
  error?: string;
  onReset: () => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const isSet = setting.secret && setting.is_set;
  if (isSet && !isOpen)
    return (
      <div className="setting">
        <p className="field-label">Mail server</p>
        <p className="field-hint">
          <span>One is set. Nobody can see its password again. </span>
          {isFixed(setting) && (
            <span className="setting-source">
              Set by the environment, as SMTP_URL: change it in .env.
            </span>
          )}
        </p>
        <Failure id="mail-server-wrong">{error}</Failure>
        {!isFixed(setting) && (
          <span className="setting-actions">
            <Button look="mini" onClick={() => setIsOpen(true)}>
              Enter another
            </Button>
            <Button look="mini" onClick={onReset}>
              Send no mail
            </Button>
          </span>
        )}
      </div>
    );
  return (
    <fieldset className="setting setting-server">
      <legend className="field-label">Mail server</legend>
      <p className="field-hint">
        Your mail provider's help calls it the outgoing or SMTP server. Without
        one, the site sends no mail.
      </p>
      <ServerFields error={error} />
    </fieldset>
  );
}

export const ServerFields = ({
  full,
  hint,
  error,
}: {
  full?: boolean;
  hint?: string;
  error?: string;
}) => (
  <>
    <Field
      full={full}
      label="Server"
      name="mail_host"
      placeholder="smtp.example.org"
      hint={hint}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      error={error}
    />
    <Field
      full={full}
      label="Port"
      name="mail_port"
      defaultValue={TLS_PORT}
      inputMode="numeric"
      autoComplete="off"
    />
    <Field full={full} label="User name" name="mail_user" autoComplete="off" />
    <Field
      full={full}
      label="Password"
      name="mail_password"
      type="password"
      autoComplete="new-password"
    />
  </>
);

/** The SMTP_URL that the fields make; undefined if no server was entered. A whole SMTP_URL may be pasted as the server. */
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

/** Sends a test mail by settings that aren't saved yet. `refusal` is what the mail server said to the last one, if it refused. */
export function useMailTest({ call }: Save) {
  const [refusal, setRefusal] = useState<string>();
  async function tryMail({ SMTP_URL, MAIL_FROM, DIGEST_TO }: SettingsChange) {
    setRefusal(undefined);
    const tried = await call("POST /api/mail-test", {
      body: { SMTP_URL, MAIL_FROM, to: DIGEST_TO },
    });
    if (!tried.ok && tried.error.status === 502)
      setRefusal(tried.error.message);
    return tried.ok;
  }
  return { refusal, tryMail };
}
