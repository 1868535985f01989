import { useRevalidator } from "@remix-run/react";
import { useEffect, useState, type ReactNode } from "react";
import type { Elements } from "#app/components/language/in-elements.tsx";
import type { SiteTexts, SiteTextsDraft } from "#domain/site/answers.ts";
import { useSave } from "#app/components/admin/data/use-save.ts";
import { SiteSection } from "./site-section.tsx";
import {
  EditForm,
  type EditFormProps,
} from "#app/components/admin/ui/forms.tsx";
import { Button } from "#app/components/ui/button.tsx";

/** A short text, its field's label and its maximum length. */
export type TextField<Name = Exclude<keyof SiteTexts, "on_this_day">> =
  readonly [name: Name, label: string, maxLength: number];

/** Texts that a page in another language has in its words. */
export const NAMES = [
  ["site_name", "Site name", 60],
  ["memorial_name", "First name", 60],
  ["memorial_dates", "Dates", 60],
  ["hero_title", "Title of the home page", 80],
  ["hero_subtitle", "Line below the title", 200],
] as const satisfies TextField[];

export interface TextsSectionProps {
  id: string;
  title: string;
  now: ReactNode;
  /** All texts as a section has last saved them. */
  texts: SiteTextsDraft;
  /** Called with all texts after a save that no one else's save was in the way of. */
  onSaved: (texts: SiteTextsDraft) => void;
}

/**
 * Some of the site's texts, with a Save of their own. Only what was changed is sent, so that a default text goes on
 * following the names in it.
 */
export function SiteTextsSection({
  names,
  children,
  texts,
  onSaved,
  ...section
}: TextsSectionProps & {
  names: readonly (keyof SiteTexts)[];
  children: (shown: SiteTextsDraft) => Elements;
}) {
  /** Initial values of the fields; a new round number renders them again. */
  const [{ shown, round }, setForm] = useState({ shown: texts, round: 0 });
  /** The version that a save replaces. */
  const [seen, setSeen] = useState(texts);
  const [isUnsaved, setIsUnsaved] = useState(false);
  const save = useSave(seen);
  const { call, hasChanges } = save;
  const { revalidate } = useRevalidator();

  function show(texts: SiteTextsDraft) {
    setForm(({ round }) => ({ shown: texts, round: round + 1 }));
    setSeen(texts);
    setIsUnsaved(false);
  }

  // Another section was saved: what is typed here stays, and fields without changes follow.
  useEffect(() => {
    if (texts === seen) return;
    if (hasChanges()) setSeen(texts);
    else show(texts);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only another section's save counts
  }, [texts]);

  async function submit(form: HTMLFormElement, force: boolean) {
    const fields = new FormData(form);
    const valueOf = (name: keyof SiteTexts) =>
      name === "on_this_day" ? fields.has(name) : textIn(fields, name);
    const changed = names.filter((name) => valueOf(name) !== shown[name]);
    const saved = await call(
      "PUT /api/site-texts",
      {
        body: Object.fromEntries(changed.map((name) => [name, valueOf(name)])),
      },
      { force, toast: () => "The site's texts were saved" },
    );
    if (!saved.ok) return;
    show(saved.answer);
    // The navigation and the footer show them too.
    revalidate();
    // After a forced save the other sections have not seen someone else's changes.
    if (!force) onSaved(saved.answer);
  }

  async function reload() {
    const now = await call("GET /api/site-texts", {});
    if (!now.ok) return;
    show(now.answer);
    revalidate();
  }

  return (
    <SiteSection
      {...section}
      now={isUnsaved ? <b className="admin-todo">Not saved</b> : section.now}
      onInput={() => setIsUnsaved(hasChanges())}
    >
      <TextsForm
        key={round}
        save={save}
        values={shown}
        onSubmit={(form, force) => void submit(form, force)}
        onSeeTheirs={() => void reload()}
      >
        {children(shown)}
      </TextsForm>
    </SiteSection>
  );
}

export const TextsForm = (props: Omit<EditFormProps, "what" | "narrow">) => (
  <EditForm
    {...props}
    what="text"
    className="admin-form--narrow"
    bar={
      <footer className="admin-bar wrap">
        <Button type="submit" busy={props.save.isBusy}>
          Save
        </Button>
      </footer>
    }
  />
);

/** A field's text with line ends of one character, as it was shown and counted. Forms send two. */
export const textIn = (fields: FormData, name: string) =>
  String(fields.get(name)).replaceAll("\r\n", "\n");
