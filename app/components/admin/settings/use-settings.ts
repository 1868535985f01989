import type { Setting } from "#domain/settings/answers.ts";
import type { SettingsChange } from "#domain/settings/schemas.ts";
import { useSave } from "#app/components/admin/data/use-save.ts";

export type OnSaved = (settings: Setting[]) => void;

/** What a setting's field holds: nothing for a secret one. */
export const valueOf = (setting: Setting) =>
  setting.secret ? "" : (setting.value ?? "");

/** Whether only the environment can change it. */
export const isFixed = ({ source }: Setting) => source === "environment";

/** The settings whose fields hold something else than before. An empty field goes back to the default. */
export function changedIn(form: HTMLFormElement, settings: Setting[]) {
  const fields = new FormData(form);
  const change: SettingsChange = {};
  for (const setting of settings) {
    const typed = fields.get(setting.name);
    if (typeof typed !== "string" || typed.trim() === valueOf(setting))
      continue;
    change[setting.name] = typed.trim() || null;
  }
  return change;
}

/** Saves settings. @param onSaved is given all of them, as they are then */
export function useSettings(onSaved: OnSaved) {
  const save = useSave();
  async function put(change: SettingsChange) {
    if (Object.keys(change).length === 0) return;
    const saved = await save.call(
      "PUT /api/settings",
      { body: change },
      { toast: () => "Saved, and in force" },
    );
    if (saved.ok) onSaved(saved.answer);
  }
  return { save, put };
}
