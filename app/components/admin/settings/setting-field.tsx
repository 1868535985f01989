import { choicesOf } from "#domain/core/settings/check.ts";
import { settingSchema } from "#domain/core/settings/schema.ts";
import { Button } from "#app/components/ui/button.tsx";
import type { Setting } from "#domain/settings/answers.ts";
import { Field, SelectField } from "#app/components/fields/field.tsx";
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
      {choices ? (
        <SelectField {...field}>
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </SelectField>
      ) : (
        <Field {...field} defaultValue={valueOf(setting)} autoComplete="off" />
      )}
      <ResetButton setting={setting} onReset={onReset} />
    </div>
  );
}

/** What a setting does, and where its value comes from. */
export const Hint = ({ setting }: { setting: Setting }) => (
  <>
    {settingSchema[setting.name].says}{" "}
    <span className="setting-source">{sourceOf(setting)}</span>
  </>
);

function sourceOf({ name, source, default: own }: Setting) {
  if (source === "environment")
    return `Set by the environment, as ${name}: change it in .env.`;
  if (source === "default") return own === null ? "" : "This is the default.";
  return own === null ? "" : `The default is ${own}.`;
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
