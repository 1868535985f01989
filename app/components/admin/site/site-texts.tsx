import { useRevalidator } from "@remix-run/react";
import { useCallback, useContext, useEffect, useState } from "react";
import { countOf } from "#core/words.ts";
import type {
  SiteTexts,
  SiteTextsDraft,
  Translation,
} from "#domain/site/answers.ts";
import { MARKDOWN_MAX, TRANSLATED } from "#domain/site/schemas.ts";
import { ask } from "#app/components/api/send.ts";
import { useSave } from "#app/components/admin/data/use-save.ts";
import {
  Failure,
  Field,
  FormContext,
  SelectField,
  TextField,
} from "#app/components/fields/field.tsx";
import { englishName } from "#app/components/language/written-in.tsx";
import type { Elements } from "#app/components/language/in-elements.tsx";
import { Markdown } from "#app/components/ui/markdown.tsx";
import { useLoaded } from "#app/components/ui/use-loaded.ts";
import { usePause } from "#app/components/ui/use-pause.ts";
import { FormSection, type SectionProps } from "./site-section.tsx";

type ShortText = readonly [
  name: Exclude<keyof SiteTexts, "on_this_day">,
  label: string,
  maxLength: number,
];

/** Texts that a page in another language has in its words. */
export const NAMES = [
  ["site_name", "Site name", 60],
  ["memorial_name", "First name", 60],
  ["memorial_dates", "Dates", 60],
  ["hero_title", "Title of the home page", 80],
  ["hero_subtitle", "Line below the title", 200],
] as const satisfies ShortText[];

export const LINKS: ShortText[] = [
  ["contact_email", "Contact e-mail", 254],
  ["social_url", "Address of the social group", 500],
  ["donate_url", "Address for donations", 500],
];

interface TextsProps extends SectionProps {
  /** All texts as a section has last saved or read them. */
  texts: SiteTextsDraft;
  onTexts: (texts: SiteTextsDraft) => void;
}

/**
 * Some of the site's texts, with a Save of their own. Only what was changed is sent, so that a default text goes on
 * following the names in it.
 */
export function TextsSection({
  names,
  texts,
  onTexts,
  children,
  ...section
}: TextsProps & { names: readonly (keyof SiteTexts)[]; children: Elements }) {
  /** Initial values of the fields; a new round number renders them again. */
  const [{ shown, round }, setForm] = useState({ shown: texts, round: 0 });
  const save = useSave(texts);
  const { hasChanges } = save;
  const { revalidate } = useRevalidator();

  const show = (texts: SiteTextsDraft) =>
    setForm(({ round }) => ({ shown: texts, round: round + 1 }));

  // Another section was saved: what is typed here stays, and fields without changes follow.
  useEffect(() => {
    if (texts !== shown && !hasChanges()) show(texts);
  }, [texts, shown, hasChanges]);

  function take(now: SiteTextsDraft) {
    show(now);
    onTexts(now);
    // The navigation and the footer show them too.
    revalidate();
  }

  async function submit(fields: FormData, force: boolean) {
    const valueOf = (name: keyof SiteTexts) =>
      name === "on_this_day" ? fields.has(name) : textIn(fields, name);
    const changed = names.filter((name) => valueOf(name) !== shown[name]);
    const saved = await save.call(
      "PUT /api/site-texts",
      {
        body: Object.fromEntries(changed.map((name) => [name, valueOf(name)])),
      },
      { force, toast: () => "The site's texts were saved" },
    );
    if (saved.ok) take(saved.answer);
  }

  async function reload() {
    const now = await save.call("GET /api/site-texts", {});
    if (now.ok) take(now.answer);
  }

  return (
    <FormSection
      {...section}
      round={round}
      save={save}
      values={shown}
      onSubmit={submit}
      onSeeTheirs={reload}
    >
      {children}
    </FormSection>
  );
}

export const FieldsSection = ({
  hint,
  fields,
  ...section
}: TextsProps & { hint: string; fields: readonly ShortText[] }) => (
  <TextsSection {...section} names={fields.map(([name]) => name)}>
    <p className="soft">{hint}</p>
    {fields.map(([name, label, maxLength]) => (
      <Field key={name} label={label} name={name} maxLength={maxLength} />
    ))}
  </TextsSection>
);

export const MarkdownSection = ({
  name,
  label,
  ...section
}: TextsProps & { name: "story" | "sudc"; label: string }) => (
  <TextsSection {...section} names={[name]}>
    <MarkdownField label={label} name={name} />
  </TextsSection>
);

/** A field's text with line ends of one character, as it was shown and counted. Forms send two. */
const textIn = (fields: FormData, name: string) =>
  String(fields.get(name)).replaceAll("\r\n", "\n");

/** Text in Markdown, and beside it what its page will show. The server makes that once the typing has paused. */
function MarkdownField({ label, name }: { label: string; name: string }) {
  const { values } = useContext(FormContext);
  const [text, setText] = useState(String(values[name]));
  const settled = usePause(text);
  const make = useCallback(async () => {
    const body = { text: settled };
    const answer = await ask("POST /api/site-texts/preview", { body });
    return answer.json() as Promise<{ html: string }>;
  }, [settled]);
  const made = useLoaded(settled.trim() === "" ? undefined : make);

  return (
    <div className="markdown-field columns">
      <TextField
        label={`${label}, in Markdown`}
        name={name}
        rows={16}
        maxLength={MARKDOWN_MAX}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <section
        className="markdown-preview breaks"
        aria-label={`Preview: ${label}`}
      >
        {text.trim() === "" ? (
          <p className="soft">
            Left blank, it goes back to the text it had at first.
          </p>
        ) : made.hasFailed ? (
          <Failure>The preview could not be made.</Failure>
        ) : made.part ? (
          <Markdown html={made.part.html} />
        ) : (
          <p className="soft">Loading...</p>
        )}
      </section>
    </div>
  );
}

const LONG = [
  ["story", "Story"],
  ["sudc", "SUDC page"],
] as const;

export function TranslationsSection({
  texts,
  translations: first,
}: {
  texts: SiteTexts;
  translations: Translation[];
}) {
  const [translations, setTranslations] = useState(first);
  const [lang, setLang] = useState(first[0]!.lang);
  const [round, setRound] = useState(0);
  const translation =
    translations.find((one) => one.lang === lang) ?? translations[0]!;
  const save = useSave(translation);
  const whole = translations.filter(({ missing }) => missing.length === 0);

  function show(changed: Translation[]) {
    setTranslations((all) =>
      all.map((one) => changed.find(({ lang }) => lang === one.lang) ?? one),
    );
    setRound((round) => round + 1);
  }

  async function submit(fields: FormData, force: boolean) {
    const changed = TRANSLATED.map(
      (name) => [name, textIn(fields, name)] as const,
    ).filter(([name, text]) => text !== translation[name]);
    const saved = await save.call(
      "PUT /api/site/translations/:lang",
      { params: { lang }, body: Object.fromEntries(changed) },
      { force, toast: () => `The texts in ${englishName(lang)} were saved` },
    );
    if (saved.ok) show([saved.answer]);
  }

  async function reload() {
    const now = await save.call("GET /api/site/translations", {});
    if (now.ok) show(now.answer);
  }

  return (
    <FormSection
      id="translations"
      title="Translations"
      now={`${whole.length} of ${countOf(translations.length, "language")}`}
      round={`${lang} ${round}`}
      save={save}
      values={translation}
      onSubmit={submit}
      onSeeTheirs={reload}
      lead={(isUnsaved) => (
        <>
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
        </>
      )}
    >
      {NAMES.map(([name, label, maxLength]) => (
        <div className="site-translation columns low breaks" key={name}>
          <Field label={label} name={name} maxLength={maxLength} />
          <p className="soft" dir="auto">
            {texts[name] || "(blank)"}
          </p>
        </div>
      ))}
      {LONG.map(([name, label]) => (
        <div key={name}>
          <MarkdownField
            label={`${label} in ${englishName(lang)}`}
            name={name}
          />
          <details className="site-original disclosure breaks">
            <summary>The original</summary>
            <p dir="auto">{texts[name]}</p>
          </details>
        </div>
      ))}
    </FormSection>
  );
}
