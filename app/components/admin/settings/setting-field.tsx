import { choicesOf } from "#core/settings/check.ts";
import { settingSchema } from "#core/settings/schema.ts";
import { Button } from "#app/components/ui/button.tsx";
import type { Setting } from "#domain/settings/answers.ts";
import { Field, SelectField } from "#app/components/fields/field.tsx";
import { englishName } from "#app/components/language/english-name.ts";
import { useState } from "react";
import { LANGUAGES, splitCodes } from "#core/languages/codes.ts";
import { Failure } from "#app/components/fields/failure.tsx";
import type { SettingsChange } from "#domain/settings/schemas.ts";

interface Props {
  setting: Setting;
  error?: string;
  onReset: () => void;
}

/** A setting: what it does, its value, its default and where the value comes from. */
export function SettingField({ setting, error, onReset }: Props) {
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
    <div className="setting">
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
        <Field {...field} defaultValue={valueOf(setting)} autoComplete="off" />
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
function LanguagesField({
  setting,
  error,
}: {
  setting: Setting;
  error?: string;
}) {
  const value = valueOf(setting);
  const [chosen, setChosen] = useState(value ? splitCodes(value) : LANGUAGES);
  const isChosen = (language: string) => chosen.includes(language);
  const isLast = chosen.length === 1;
  return (
    <fieldset className="field setting-languages" disabled={isFixed(setting)}>
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

/** A setting's purpose and the source of its value. */
const Hint = ({ setting }: { setting: Setting }) => (
  <span>
    <span>{`${settingSchema[setting.name].says} `}</span>
    <span className="setting-source">{sourceOf(setting)}</span>
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

/** Whether only the environment can change it. */
export const isFixed = ({ source }: Setting) => source === "environment";

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
