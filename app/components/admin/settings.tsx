import { useState } from "react";
import { LANGUAGES, splitCodes } from "#core/languages/codes.ts";
import { choicesOf, settingSchema } from "#core/settings/schema.ts";
import type { Setting } from "#domain/settings/answers.ts";
import type { SettingsChange } from "#domain/settings/schemas.ts";
import { type Save, useSave } from "#app/components/admin/data/use-save.ts";
import { Failure, Field, SelectField } from "#app/components/fields/field.tsx";
import { englishName } from "#app/components/language/written-in.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { EditForm } from "#app/components/admin/ui/forms.tsx";
import { useToast } from "#app/components/toast/toast-region.tsx";

interface SettingProps {
  setting: Setting;
  error?: string;
  onReset: () => void;
}

function SettingField({ setting, error, onReset }: SettingProps) {
  const { name } = setting;
  const choices = choicesOf(name);
  const field = {
    label: settingSchema[name].label,
    hint: <Hint setting={setting} />,
    name,
    error,
    disabled: isFixed(setting),
  };
  return (
    <div className="setting stack tight stack--start">
      {name === "LANGUAGES" ? (
        <LanguagesField setting={setting} error={error} />
      ) : choices ? (
        <SelectField {...field}>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {name === "SITE_LANGUAGE" ? englishName(choice) : choice}
            </option>
          ))}
        </SelectField>
      ) : (
        <Field {...field} autoComplete="off" />
      )}
      {setting.source === "site" && (
        <Button
          look="mini"
          aria-label={`Back to the default: ${settingSchema[name].label}`}
          onClick={onReset}
        >
          Back to the default
        </Button>
      )}
    </div>
  );
}

const BY_NAME = LANGUAGES.map((language) => ({
  language,
  name: englishName(language),
})).sort((a, b) => a.name.localeCompare(b.name, "en"));

/** The languages of the site, one box each. If all are chosen the setting has no value, so that a new one will be among them. */
function LanguagesField({ setting, error }: Omit<SettingProps, "onReset">) {
  const value = valueOf(setting);
  const [chosen, setChosen] = useState(value ? splitCodes(value) : LANGUAGES);
  const isChosen = (language: string) => chosen.includes(language);
  const isLast = chosen.length === 1;
  return (
    <fieldset
      className="field stack setting-languages"
      disabled={isFixed(setting)}
    >
      <legend className="field-label">Languages</legend>
      <input
        type="hidden"
        name={setting.name}
        value={chosen.length === LANGUAGES.length ? "" : chosen.join(" ")}
      />
      {BY_NAME.map(({ language, name }) => (
        <label key={language} className="check row">
          <input
            type="checkbox"
            checked={isChosen(language)}
            disabled={isLast && isChosen(language)}
            onChange={() =>
              setChosen(
                isChosen(language)
                  ? chosen.filter((other) => other !== language)
                  : [...chosen, language],
              )
            }
          />
          <span>{name}</span>
        </label>
      ))}
      <p className="field-hint">
        <Hint setting={setting} />
      </p>
      <Failure>{error}</Failure>
    </fieldset>
  );
}

const Hint = ({ setting }: { setting: Setting }) => (
  <span>
    <span>{`${settingSchema[setting.name].says} `}</span>
    <b>{sourceOf(setting)}</b>
  </span>
);

function sourceOf({ name, source, default: own }: Setting) {
  if (source === "environment")
    return `Set by the environment, as ${name}: change it in .env.`;
  if (source === "default") return own === null ? "" : "This is the default.";
  return own === null ? "" : `The default is ${own}.`;
}

/** The text in a setting's field; blank for a secret one. */
const valueOf = (setting: Setting) =>
  setting.secret ? "" : (setting.value ?? "");

export const valuesOf = (settings: Setting[]) =>
  Object.fromEntries(
    settings.map((setting) => [setting.name, valueOf(setting)]),
  );

const isFixed = ({ source }: Setting) => source === "environment";

/** The settings whose fields hold something else than before. An empty field goes back to the default. */
export function changedIn(fields: FormData, settings: Setting[]) {
  const change: SettingsChange = {};
  for (const setting of settings) {
    const typed = fields.get(setting.name);
    if (typeof typed !== "string" || typed.trim() === valueOf(setting))
      continue;
    change[setting.name] = typed.trim() || null;
  }
  return change;
}

/** Begins with TLS. Every other port begins without, and then asks for it. */
const TLS_PORT = "465";

/** Four fields that together are SMTP_URL. One that is set is never shown again, but can be replaced. */
function MailServerFields({ setting, error, onReset }: SettingProps) {
  const isSet = setting.secret && setting.is_set;
  return (
    <fieldset
      className="setting setting-server columns"
      disabled={isFixed(setting)}
    >
      <legend className="field-label">Mail server</legend>
      <p className="field-hint">
        <span>
          {isSet
            ? "One is set. Nobody can see its password again, but another server can take its place. "
            : "Your mail provider's help calls it the outgoing or SMTP server. Without one, the site sends no mail."}
        </span>
        {isFixed(setting) && <b>{sourceOf(setting)}</b>}
      </p>
      <ServerFields error={error} />
      {isSet && !isFixed(setting) && (
        <span>
          <Button look="mini" onClick={onReset}>
            Send no mail
          </Button>
        </span>
      )}
    </fieldset>
  );
}

export const ServerFields = ({
  hint,
  error,
}: {
  hint?: string;
  error?: string;
}) => (
  <>
    <Field
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
      label="Port"
      name="mail_port"
      defaultValue={TLS_PORT}
      inputMode="numeric"
      autoComplete="off"
    />
    <Field label="User name" name="mail_user" autoComplete="off" />
    <Field
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

const TRIED = ["SMTP_URL", "MAIL_FROM", "DIGEST_TO"] as const;

/** The settings of a group. A change of the mail's is tried before it is saved. */
export function SettingForm({
  settings,
  onSaved,
}: {
  settings: Setting[];
  onSaved: (settings: Setting[]) => void;
}) {
  const save = useSave();
  const { refusal, tryMail } = useMailTest(save);
  const toast = useToast();
  const server = settings.find(({ name }) => name === "SMTP_URL");
  const others = settings.filter((setting) => setting !== server);
  const isSet = server?.secret && server.is_set;

  function read(fields = new FormData(save.getForm())): SettingsChange {
    const SMTP_URL = server && readMailServer(fields);
    return { ...changedIn(fields, others), ...(SMTP_URL && { SMTP_URL }) };
  }

  async function test(change: SettingsChange) {
    const isSent = await tryMail(change);
    if (isSent) toast("A test mail is on its way");
    return isSent;
  }

  async function put(change: SettingsChange) {
    if (Object.keys(change).length === 0) return;
    const saved = await save.call(
      "PUT /api/settings",
      { body: change },
      { toast: () => "Saved, and in force" },
    );
    if (saved.ok) onSaved(saved.answer);
  }

  async function submit(fields: FormData) {
    const change = read(fields);
    if (!mayLeave(change.PUBLIC_URL)) return;
    const sends = isSet || change.SMTP_URL;
    const isTried = TRIED.some((name) => change[name] !== undefined);
    if (!sends || !isTried || (await test(change))) await put(change);
  }

  /** The server names the setting, which the field has done already. */
  const wrong = (name: string) =>
    save
      .wrong(name, ...(name === "DIGEST_TO" ? ["to"] : []))
      ?.replace(`${name} is `, "This is ");

  return (
    <EditForm
      // Shows the values that were saved.
      round={JSON.stringify(settings)}
      what="setting"
      className="setting-form"
      save={save}
      values={valuesOf(others)}
      onSubmit={submit}
      bar={
        <footer>
          <Button type="submit" look="quiet" busy={save.isBusy}>
            Save
          </Button>
          {server && (
            <Button
              look="mini"
              disabled={save.isBusy}
              onClick={() => void test(read())}
            >
              Send a test mail
            </Button>
          )}
        </footer>
      }
    >
      {server && (
        <MailServerFields
          setting={server}
          error={wrong("SMTP_URL")}
          onReset={() => void put({ SMTP_URL: null })}
        />
      )}
      {others.map((setting) => (
        <SettingField
          key={setting.name}
          setting={setting}
          error={wrong(setting.name)}
          onReset={() => void put({ [setting.name]: null })}
        />
      ))}
      {refusal !== undefined && (
        <div className="wash stack stack--start breaks" role="alert">
          <p>
            The mail server said: <q>{refusal}</q>
          </p>
          <Button look="mini" onClick={() => void put(read())}>
            Save all the same
          </Button>
        </div>
      )}
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
