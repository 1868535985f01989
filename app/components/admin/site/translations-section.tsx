import { useState } from "react";
import { countOf } from "#core/words.ts";
import type { SiteTexts, Translation } from "#domain/site/answers.ts";
import {
  MARKDOWN_MAX,
  TRANSLATED,
  type TranslatedText,
} from "#domain/site/schemas.ts";
import { useSave } from "#app/components/admin/data/use-save.ts";
import { Field, SelectField } from "#app/components/fields/field.tsx";
import { englishName } from "#app/components/language/english-name.ts";
import { MarkdownField } from "./markdown-field.tsx";
import { SiteSection } from "./site-section.tsx";
import { NAMES, TextsForm, textIn } from "./site-texts-section.tsx";
import type { Elements } from "#app/components/language/in-elements.tsx";

const LONG: [name: TranslatedText, label: string][] = [
  ["story", "Story"],
  ["sudc", "SUDC page"],
];

export function TranslationsSection({
  texts,
  translations: first,
}: {
  /** The originals. */
  texts: SiteTexts;
  translations: Translation[];
}) {
  const [translations, setTranslations] = useState(first);
  const [lang, setLang] = useState(first[0]!.lang);
  const [isUnsaved, setIsUnsaved] = useState(false);
  const [round, setRound] = useState(0);
  const translation =
    translations.find((one) => one.lang === lang) ?? translations[0]!;
  const save = useSave(translation);
  const { call, hasChanges } = save;
  const whole = translations.filter(({ missing }) => missing.length === 0);

  function show(changed: Translation[]) {
    setTranslations((all) =>
      all.map((one) => changed.find(({ lang }) => lang === one.lang) ?? one),
    );
    setIsUnsaved(false);
    setRound((round) => round + 1);
  }

  async function submit(form: HTMLFormElement, force: boolean) {
    const fields = new FormData(form);
    const changed = TRANSLATED.filter(
      (name) => textIn(fields, name) !== translation[name],
    );
    const saved = await call(
      "PUT /api/site/translations/:lang",
      {
        params: { lang },
        body: Object.fromEntries(
          changed.map((name) => [name, textIn(fields, name)]),
        ),
      },
      { force, toast: () => `The texts in ${englishName(lang)} were saved` },
    );
    if (saved.ok) show([saved.answer]);
  }

  async function reload() {
    const now = await call("GET /api/site/translations", {});
    if (now.ok) show(now.answer);
  }

  return (
    <SiteSection
      id="translations"
      title="Translations"
      now={
        isUnsaved ? (
          <b className="admin-todo">Not saved</b>
        ) : (
          `${whole.length} of ${countOf(translations.length, "language")}`
        )
      }
      onInput={() => setIsUnsaved(hasChanges())}
    >
      <p className="soft">
        Visitors who read the site in another language see your texts as you
        wrote them, until you add a translation. Left blank, the original is
        shown.
      </p>
      <div className="site-languages">
        <SelectField
          label="Language"
          value={lang}
          disabled={isUnsaved}
          onChange={({ currentTarget }) => setLang(currentTarget.value)}
        >
          {translations.map(({ lang, missing }) => (
            <option
              key={lang}
              value={lang}
            >{`${englishName(lang)}: ${missing.length || "nothing"} missing`}</option>
          ))}
        </SelectField>
      </div>
      <TextsForm
        key={`${lang} ${round}`}
        save={save}
        values={translation}
        onSubmit={(form, force) => void submit(form, force)}
        onSeeTheirs={() => void reload()}
      >
        {NAMES.map(([name, label, maxLength]) => (
          <Beside key={name} original={texts[name]}>
            <Field label={label} name={name} maxLength={maxLength} />
          </Beside>
        ))}
        {LONG.map(([name, label]) => (
          <div className="field--full" key={name}>
            <MarkdownField
              label={`${label} in ${englishName(lang)}`}
              name={name}
              maxLength={MARKDOWN_MAX}
              first={translation[name]}
              preview={{ text: "", html: "" }}
            />
            <details className="site-original">
              <summary>The original</summary>
              <p dir="auto">{texts[name]}</p>
            </details>
          </div>
        ))}
      </TextsForm>
    </SiteSection>
  );
}

const Beside = ({
  original,
  children,
}: {
  original: SiteTexts[TranslatedText];
  children: Elements;
}) => (
  <div className="field--full site-translation">
    {children}
    <p className="soft" dir="auto">
      {original || "(blank)"}
    </p>
  </div>
);
