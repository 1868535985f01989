import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import type { SiteTexts, SiteTextsDraft } from "#domain/site/answers.ts";
import { MARKDOWN_MAX } from "#domain/site/schemas.ts";
import { useSave } from "#app/components/admin/data/use-save.ts";
import { Field, SwitchField } from "#app/components/fields/field.tsx";
import { EditForm } from "#app/components/admin/ui/edit-form.tsx";
import { MarkdownField, type Preview } from "./markdown-field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import "./site-screen.css";

type TextName = Exclude<keyof SiteTexts, "on_this_day">;

/** The texts in Markdown as their pages show them. */
export type SitePreviews = Record<"story" | "sudc", Preview>;

const lines: { name: TextName; label: string; maxLength: number }[] = [
  { name: "site_name", label: "Site name", maxLength: 60 },
  { name: "memorial_name", label: "First name", maxLength: 60 },
  { name: "memorial_dates", label: "Dates", maxLength: 60 },
  { name: "hero_title", label: "Title of the home page", maxLength: 80 },
  {
    name: "hero_subtitle",
    label: "Line below the title",
    maxLength: 200,
  },
  { name: "contact_email", label: "Contact e-mail", maxLength: 254 },
  { name: "social_url", label: "Address of the social group", maxLength: 500 },
  { name: "donate_url", label: "Address for donations", maxLength: 500 },
];

const markdowns: { name: keyof SitePreviews; label: string }[] = [
  { name: "story", label: "Story (home page)" },
  { name: "sudc", label: "Text of the SUDC page" },
];

/** The site's own texts. Only what was changed is sent, so that a default text goes on following the names in it. */
export function SiteTextsForm({
  texts,
  previews,
}: {
  texts: SiteTextsDraft;
  previews: SitePreviews;
}) {
  const [known, setKnown] = useState(texts);
  const save = useSave(known);
  const { call, isBusy } = save;
  const { revalidate } = useRevalidator();

  /** Renders the form anew, with these texts. */
  function show(texts: SiteTextsDraft) {
    setKnown(texts);
    // The navigation and the footer show them too.
    revalidate();
  }

  async function submit(form: HTMLFormElement, force: boolean) {
    const fields = new FormData(form);
    // A switch that is off sends nothing.
    const on_this_day = fields.has("on_this_day");
    fields.delete("on_this_day");
    const typed = [...fields].map(
      ([name, value]) => [name as TextName, asTyped(value)] as const,
    );
    const changes = Object.fromEntries(
      [...typed, ["on_this_day", on_this_day] as const].filter(
        ([name, value]) => value !== known[name],
      ),
    );
    const saved = await call(
      "PUT /api/site-texts",
      { body: changes },
      { force, toast: () => "The site's texts were saved" },
    );
    if (saved.ok) show(saved.answer);
  }

  async function reload() {
    const now = await call("GET /api/site-texts", {});
    if (now.ok) show(now.answer);
  }

  return (
    <EditForm
      key={known.version}
      what="text"
      className="admin-form--narrow site-texts"
      save={save}
      values={known}
      onSubmit={(form, force) => void submit(form, force)}
      onSeeTheirs={() => void reload()}
      bar={
        <footer className="admin-bar">
          <Button type="submit" busy={isBusy}>
            Save
          </Button>
        </footer>
      }
    >
      <p className="field--full soft">
        A text that is left blank goes back to the one it had at first. Dates,
        the line below the title and the social group may stay blank.
      </p>
      {lines.map(({ name, label, maxLength }) => (
        <Field key={name} label={label} name={name} maxLength={maxLength} />
      ))}
      {markdowns.map(({ name, label }) => (
        <MarkdownField
          key={name}
          label={label}
          name={name}
          maxLength={MARKDOWN_MAX}
          first={known[name]}
          preview={previews[name]}
        />
      ))}
      <SwitchField
        label="On this day: show a find or photograph of the same day in another year on the home page, if there is one"
        name="on_this_day"
      />
    </EditForm>
  );
}

/** A field's value with line ends of one character, as it was shown and counted. A form sends them as two. */
const asTyped = (value: FormDataEntryValue) =>
  String(value).replaceAll("\r\n", "\n");
