import { useState } from "react";
import { LANGUAGES, splitCodes } from "#domain/core/languages/codes.ts";
import { Failure } from "#app/components/fields/failure.tsx";
import { englishName } from "#app/components/language/english-name.ts";
import type { Setting } from "#domain/settings/answers.ts";
import { Hint } from "./hint.tsx";
import { isFixed, valueOf } from "./use-settings.ts";

const BY_NAME = LANGUAGES.map((language) => ({
  language,
  name: englishName(language),
})).sort((a, b) => a.name.localeCompare(b.name, "en"));

/** The languages of the site, one box each. If all are chosen the setting has no value, so that a new one will be among them. */
export function LanguagesField({
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
