import type { Setting } from "#domain/settings/answers.ts";
import type { SettingsChange } from "#domain/settings/schemas.ts";
import { useSave } from "#app/components/admin/data/use-save.ts";
import { Button } from "#app/components/ui/button.tsx";
import { EditForm } from "#app/components/admin/ui/forms.tsx";
import { useToast } from "#app/components/toast/toast-region.tsx";
import {
  changedIn,
  MailServerFields,
  readMailServer,
  SettingField,
  useMailTest,
  valuesOf,
} from "./setting-fields.tsx";

const TRIED = ["SMTP_URL", "MAIL_FROM", "DIGEST_TO"] as const;

/**
 * The settings of a group, with one Save. A change of the mail's is tried before it is saved, and a mail server's
 * refusal is shown in its own words, with their usual meaning at the field.
 */
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
    save.wrong(name)?.replace(`${name} is `, "This is ");

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
          error={
            wrong(setting.name) ??
            (setting.name === "DIGEST_TO" ? wrong("to") : undefined)
          }
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
