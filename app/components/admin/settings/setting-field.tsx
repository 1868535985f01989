import { choicesOf } from "#domain/core/settings/check.ts";
import { settingSchema } from "#domain/core/settings/schema.ts";
import { Button } from "#app/components/ui/button.tsx";
import type { Setting } from "#domain/settings/answers.ts";
import { Field, SelectField } from "#app/components/fields/field.tsx";
import { englishName } from "#app/components/language/english-name.ts";
import { Hint } from "./hint.tsx";
import { LanguagesField } from "./languages-field.tsx";
import { isFixed, valueOf } from "./use-settings.ts";

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
      <ResetButton setting={setting} onReset={onReset} />
    </div>
  );
}

export const ResetButton = ({
  setting: { name, source },
  onReset,
}: Omit<Props, "error">) =>
  source === "site" ? (
    <Button
      look="mini"
      aria-label={`Back to the default: ${settingSchema[name].label}`}
      onClick={onReset}
    >
      Back to the default
    </Button>
  ) : null;
