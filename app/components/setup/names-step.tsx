import { useSave } from "#app/components/admin/data/use-save.ts";
import { Field } from "#app/components/fields/field.tsx";
import { StepForm } from "./step-form.tsx";
import { StepFrame } from "./step-frame.tsx";

const FIELDS = [
  { name: "memorial_name", label: "First name of whom it remembers", max: 60 },
  { name: "memorial_dates", label: "Dates, such as 2019 – 2021", max: 60 },
  { name: "site_name", label: "Name of the site", max: 60 },
  {
    name: "contact_email",
    label: "E-mail address that visitors see",
    max: 254,
  },
] as const;
export type SavedNames = Record<(typeof FIELDS)[number]["name"], string>;

/** Whose site it is. */
export function NamesStep({ saved }: { saved: SavedNames }) {
  const save = useSave();

  async function submit(fields: FormData) {
    const body = Object.fromEntries(fields) as Record<string, string>;
    const { ok } = await save.call("PUT /api/site-texts", { body });
    return ok;
  }

  return (
    <StepFrame step="names" title="Whose site is it?">
      <p>
        Every page shows these. What you leave blank you can write later, under
        Site.
      </p>
      <StepForm step="names" save={save} saved={saved} onSubmit={submit}>
        {FIELDS.map(({ name, label, max }) => (
          <Field
            key={name}
            full
            label={label}
            name={name}
            maxLength={max}
            type={name === "contact_email" ? "email" : "text"}
          />
        ))}
      </StepForm>
    </StepFrame>
  );
}
