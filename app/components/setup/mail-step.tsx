import { useState } from "react";
import type { Setting } from "#domain/settings/answers.ts";
import { useSave } from "#app/components/admin/data/use-save.ts";
import {
  readMailServer,
  ServerFields,
} from "#app/components/admin/settings/mail-server-fields.tsx";
import { Failure } from "#app/components/fields/failure.tsx";
import { Field } from "#app/components/fields/field.tsx";
import { StepForm } from "./step-form.tsx";
import { StepFrame } from "./step-frame.tsx";

/** The mail server, which is tried before it is saved, and who gets the daily mail. */
export function MailStep({ settings }: { settings: Setting[] }) {
  const save = useSave();
  /** What the mail server said when it was tried last. */
  const [refusal, setRefusal] = useState<string>();
  const find = (name: Setting["name"]) =>
    settings.find((setting) => setting.name === name);
  const textOf = (name: Setting["name"]) => {
    const setting = find(name);
    return setting && !setting.secret ? (setting.value ?? "") : "";
  };
  const server = find("SMTP_URL");
  const isSet = server?.secret === true && server.is_set;
  const saved = {
    MAIL_FROM: textOf("MAIL_FROM"),
    DIGEST_TO: textOf("DIGEST_TO"),
  };

  async function submit(fields: FormData) {
    setRefusal(undefined);
    const SMTP_URL = readMailServer(fields);
    const changed = (name: keyof typeof saved) => {
      const text = String(fields.get(name)).trim();
      return text === saved[name] ? undefined : text || null;
    };
    const [MAIL_FROM, DIGEST_TO] = [changed("MAIL_FROM"), changed("DIGEST_TO")];
    const body = { SMTP_URL, MAIL_FROM, DIGEST_TO };
    if (Object.values(body).every((value) => value === undefined)) return true;
    if (SMTP_URL) {
      const tried = await save.call("POST /api/mail-test", {
        body: { SMTP_URL, MAIL_FROM, to: DIGEST_TO },
      });
      if (!tried.ok) {
        if (tried.error.status === 502) setRefusal(tried.error.message);
        return false;
      }
    }
    const { ok } = await save.call("PUT /api/settings", { body });
    return ok;
  }

  return (
    <StepFrame step="mail" title="Mail">
      <p>
        Once a day, if finds wait, one mail brings their pictures and a link
        that shows them. For that, the site needs an account that sends mail.
      </p>
      <StepForm step="mail" save={save} saved={saved} onSubmit={submit}>
        {isSet ? (
          <p className="field--full">The mail server is set.</p>
        ) : (
          <ServerFields
            full
            hint="Your mail provider’s help calls it the outgoing or SMTP server."
            error={save.wrong("SMTP_URL")}
          />
        )}
        <Field
          full
          label="From"
          name="MAIL_FROM"
          placeholder="Wren’s Rocks <rocks@example.org>"
          hint="The address that its mails come from."
        />
        <Field
          full
          label="To"
          name="DIGEST_TO"
          placeholder="you@example.org"
          hint="Who gets the daily mail; several addresses with commas between."
          error={save.wrong("DIGEST_TO", "to")}
        />
        {refusal !== undefined && (
          <Failure className="field--full">
            The mail server said: <q>{refusal}</q>
          </Failure>
        )}
      </StepForm>
    </StepFrame>
  );
}
