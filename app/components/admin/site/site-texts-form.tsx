import { useRevalidator } from "@remix-run/react";
import { useRef, useState } from "react";
import { useUnsavedChanges } from "#app/components/ui/use-unsaved-changes.ts";
import type { SiteTexts, SiteTextsDraft } from "#domain/site/answers.ts";
import { MARKDOWN_MAX } from "#domain/site/schemas.ts";
import { BusyButton } from "#app/components/admin/ui/busy-button.tsx";
import { callApi } from "#app/components/admin/ui/call-api.ts";
import { Field } from "#app/components/admin/ui/field.tsx";
import { MarkdownField } from "#app/components/admin/ui/markdown-field.tsx";
import { StaleNotice } from "#app/components/admin/ui/stale-notice.tsx";
import { useToast } from "#app/components/admin/ui/toast.tsx";
import { useSave } from "#app/components/admin/ui/use-save.ts";
import "./site-screen.css";

type TextName = keyof SiteTexts;

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

const markdowns: { name: TextName; label: string }[] = [
  { name: "story", label: "Story (home page)" },
  { name: "sudc", label: "Text of the SUDC page" },
];

/** The site's own texts. Only what was changed is sent, so that a default goes on following the names in it. */
export function SiteTextsForm({ texts }: { texts: SiteTextsDraft }) {
  const [known, setKnown] = useState(texts);
  const { save, isSaving, isStale, refusal, wrong } =
    useSave<SiteTextsDraft>(known);
  const { revalidate } = useRevalidator();
  const { tell, toast } = useToast();
  const form = useRef<HTMLFormElement>(null);
  useUnsavedChanges(form, known.version);

  /** The form begins anew with these. */
  function show(texts: SiteTextsDraft) {
    setKnown(texts);
    // The navigation and the footer say them too.
    revalidate();
  }

  async function submit(force = false) {
    const typed = [...new FormData(form.current!)].map(
      ([name, value]) => [name as TextName, asTyped(value)] as const,
    );
    const changes = Object.fromEntries(
      typed.filter(([name, value]) => value !== known[name]),
    );
    try {
      show(await save("PUT", "/api/site-texts", changes, { force }));
      tell("The site's texts were saved");
    } catch (error) {
      console.error("Error saving the site's texts", error);
    }
  }

  async function reload() {
    try {
      show((await callApi<SiteTextsDraft>("GET", "/api/site-texts")).answer);
    } catch (error) {
      console.error("Error loading the site's texts", error);
    }
  }

  return (
    <>
      <form
        key={known.version}
        ref={form}
        className="admin-form admin-form--narrow site-texts"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p className="field--full admin-small">
          A text that is left blank goes back to the one it had at first. Dates,
          the line below the title and the social group may stay blank.
        </p>
        {lines.map(({ name, label, maxLength }) => (
          <Field
            key={name}
            label={label}
            name={name}
            maxLength={maxLength}
            defaultValue={known[name]}
            error={wrong(name)}
          />
        ))}
        {markdowns.map(({ name, label }) => (
          <MarkdownField
            key={name}
            label={label}
            name={name}
            maxLength={MARKDOWN_MAX}
            first={known[name]}
            error={wrong(name)}
          />
        ))}
        {isStale && (
          <StaleNotice
            what="text"
            onSeeTheirs={() => void reload()}
            onSaveMine={() => void submit(true)}
          />
        )}
        {refusal && (
          <p className="field--full field-error" role="alert">
            {refusal.message}
          </p>
        )}
        <footer className="admin-bar">
          <BusyButton busy={isSaving}>Save</BusyButton>
        </footer>
      </form>
      {toast}
    </>
  );
}

/** Forms send every line end as two characters, but it was shown and counted as one. */
const asTyped = (value: FormDataEntryValue) =>
  String(value).replaceAll("\r\n", "\n");
