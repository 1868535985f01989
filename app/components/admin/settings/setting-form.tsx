import type { Setting } from "#domain/settings/answers.ts";
import { Button } from "#app/components/ui/button.tsx";
import { EditForm } from "#app/components/admin/ui/edit-form.tsx";
import { SettingField } from "./setting-field.tsx";
import {
  changedIn,
  useSettings,
  valueOf,
  type OnSaved,
} from "./use-settings.ts";

/** The settings of a group, with one Save. */
export function SettingForm({
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
