import { useId, useState } from "react";
import { settingGroups } from "#core/settings/schema.ts";
import type { MailState } from "#domain/review/daily-mail.server.ts";
import type { Setting } from "#domain/settings/answers.ts";
import type { Elements } from "#app/components/language/in-elements.tsx";
import type { SettingsChange } from "#domain/settings/schemas.ts";
import { Button } from "#app/components/ui/button.tsx";
import { EditForm } from "#app/components/admin/ui/edit-form.tsx";
import { useToast } from "#app/components/toast/toast-region.tsx";
import { MailServerFields, readMailServer } from "./mail-server-fields.tsx";
import {
  SettingField,
  changedIn,
  useSettings,
  valueOf,
  type OnSaved,
} from "./setting-field.tsx";
import "./settings.css";

/** Settings that the operator can change while the site runs, by subject. */
export function SettingsScreen({
  settings: first,
  mail,
}: {
  settings: Setting[];
  mail: MailState | undefined;
}) {
  const [settings, setSettings] = useState(first);
  return (
    <>
      <header className="admin-head">
        <h1>Settings</h1>
        <p>What you save here is in force at once.</p>
      </header>
      <div className="settings">
        {Object.entries(settingGroups).map(([title, names]) => {
          const own = settings.filter(({ name }) => names.includes(name));
          if (own.length === 0) return null;
          const isMail = title === "Mail";
          const Form = isMail ? MailForm : SettingForm;
          return (
            <Group
              key={title}
              title={title}
              more={isMail && <DailyMail mail={mail} />}
            >
              <Form settings={own} onSaved={setSettings} />
            </Group>
          );
        })}
      </div>
    </>
  );
}

function Group({
  title,
  more,
  children,
}: {
  title: string;
  more: Elements;
  children: Elements;
}) {
  const id = useId();
  return (
    <section className="settings-group" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {more}
      </header>
      {children}
    </section>
  );
}

/** The state of the daily mail. */
function DailyMail({ mail }: { mail: MailState | undefined }) {
  if (!mail) return null;
  const { at, sent_dt, error } = mail;
  return error === undefined ? (
    <p className="soft">
      {sent_dt === undefined
        ? `The first daily mail comes at ${at}, if finds wait.`
        : `The last daily mail was sent on ${sent_dt.slice(0, 16).replace("T", " at ")} UTC.`}
    </p>
  ) : (
    <p className="setting-refusal wash" role="alert">
      The newest daily mail could not be sent. The mail server said:{" "}
      <q>{error}</q> The site keeps trying.
    </p>
  );
}

/** Settings whose change calls for a test mail. */
const TRIED = ["SMTP_URL", "MAIL_FROM", "DIGEST_TO"] as const;

/**
 * The settings of mail. A change is tried before it is saved, and a mail server's refusal is shown in its own words,
 * with their usual meaning at the field.
 * @param settings those that `GET /api/settings` answers. Others than the mail's are left alone
 */
function MailForm({
  settings,
  onSaved,
}: {
  settings: Setting[];
  onSaved: OnSaved;
}) {
  const { save, put } = useSettings(onSaved);
  const toast = useToast();
  /** The mail server's refusal of the last test; undefined if there was none. */
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
        <div className="setting-refusal wash" role="alert">
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

/** The settings of a group, with one Save. */
function SettingForm({
  settings,
  onSaved,
}: {
  settings: Setting[];
  onSaved: OnSaved;
}) {
  const { save, put } = useSettings(onSaved);
  const values = Object.fromEntries(
    settings.map((setting) => [setting.name, valueOf(setting)]),
  );

  function submit(form: HTMLFormElement) {
    const change = changedIn(form, settings);
    if (mayLeave(change.PUBLIC_URL)) void put(change);
  }

  return (
    <EditForm
      // Shows the values that were saved.
      key={JSON.stringify(settings)}
      what="setting"
      className="admin-form--narrow setting-form"
      save={save}
      values={values}
      onSubmit={submit}
      bar={
        <footer>
          <Button type="submit" look="quiet" busy={save.isBusy}>
            Save
          </Button>
        </footer>
      }
    >
      {settings.map((setting) => (
        <SettingField
          key={setting.name}
          setting={setting}
          error={save.wrong(setting.name)}
          onReset={() => void put({ [setting.name]: null })}
        />
      ))}
    </EditForm>
  );
}

/** A session cookie that is made for https never comes over http. */
const mayLeave = (address: string | null | undefined) =>
  !address?.startsWith("https:") ||
  window.location.protocol === "https:" ||
  window.confirm(
    `From the next sign-in on, you can sign in at ${address} only. Does the site answer there already?`,
  );
