import { useState } from "react";
import type { Setting } from "#domain/settings/answers.ts";
import type { SettingsChange } from "#domain/settings/schemas.ts";
import { Button } from "#app/components/ui/button.tsx";
import { EditForm } from "#app/components/admin/ui/edit-form.tsx";
import { useToast } from "#app/components/toast/toast-region.tsx";
import { MailServerFields, readMailServer } from "./mail-server-fields.tsx";
import { SettingField } from "./setting-field.tsx";
import {
  changedIn,
  useSettings,
  valueOf,
  type OnSaved,
} from "./use-settings.ts";
import "./settings.css";

/** What a saved mail server is tried with. */
const TRIED = ["SMTP_URL", "MAIL_FROM", "DIGEST_TO"] as const;

/**
 * The settings of mail. A change is tried before it is saved, and a mail server's refusal is shown in its own words,
 * with what they usually mean at the field.
 * @param settings those that `GET /api/settings` answers. Others than the mail's are left alone
 */
export function MailForm({
  settings,
  onSaved,
}: {
  settings: Setting[];
  onSaved: OnSaved;
}) {
  const { save, put } = useSettings(onSaved);
  const toast = useToast();
  /** What the mail server said when it was tried last. */
  const [refusal, setRefusal] = useState<string>();
  const find = (name: Setting["name"]) =>
    settings.find((setting) => setting.name === name)!;
  const server = find("SMTP_URL");
  const others = (["MAIL_FROM", "DIGEST_TO", "DIGEST_AT"] as const).map(find);
  const isSet = server.secret && server.is_set;

  function read(form: HTMLFormElement): SettingsChange {
    const SMTP_URL = readMailServer(new FormData(form));
    return { ...changedIn(form, others), ...(SMTP_URL && { SMTP_URL }) };
  }

  async function tryMail({ SMTP_URL, MAIL_FROM, DIGEST_TO }: SettingsChange) {
    setRefusal(undefined);
    const tried = await save.call("POST /api/mail-test", {
      body: { SMTP_URL, MAIL_FROM, to: DIGEST_TO },
    });
    if (tried.ok) toast("A test mail is on its way");
    else if (tried.error.status === 502) setRefusal(tried.error.message);
    return tried.ok;
  }

  async function submit(form: HTMLFormElement) {
    const change = read(form);
    const sends = isSet || change.SMTP_URL;
    const isTried = TRIED.some((name) => change[name] !== undefined);
    if (!sends || !isTried || (await tryMail(change))) await put(change);
  }

  return (
    <EditForm
      key={JSON.stringify([server, ...others])}
      what="setting"
      className="admin-form--narrow setting-form"
      save={save}
      values={Object.fromEntries(
        others.map((setting) => [setting.name, valueOf(setting)]),
      )}
      onSubmit={(form) => void submit(form)}
      bar={
        <footer>
          <Button type="submit" look="quiet" busy={save.isBusy}>
            Save
          </Button>
          <Button
            look="mini"
            disabled={save.isBusy}
            onClick={() => void tryMail(read(save.getForm()))}
          >
            Send a test mail
          </Button>
        </footer>
      }
    >
      <MailServerFields
        setting={server}
        error={save.wrong("SMTP_URL")}
        onReset={() => void put({ SMTP_URL: null })}
      />
      {others.map((setting) => (
        <SettingField
          key={setting.name}
          setting={setting}
          error={save.wrong(
            setting.name,
            setting.name === "DIGEST_TO" ? "to" : "",
          )}
          onReset={() => void put({ [setting.name]: null })}
        />
      ))}
      {refusal !== undefined && (
        <div className="setting-refusal" role="alert">
          <p>
            The mail server said: <q>{refusal}</q>
          </p>
          <Button look="mini" onClick={() => void put(read(save.getForm()))}>
            Save all the same
          </Button>
        </div>
      )}
    </EditForm>
  );
}
