import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useId } from "react";
import { DESCRIPTION_MAX } from "#core/limits.ts";
import { useUnsavedChanges } from "#app/components/fields/unsaved-changes.ts";
import { Failure, Field } from "#app/components/fields/field.tsx";
import type { FinderFind } from "#domain/finds/answers.ts";
import {
  FIND_FIELDS,
  OPTIONAL_FIELDS,
} from "#app/components/share/find-fields.ts";
import { FindField } from "#app/components/share/form/find-field.tsx";
import type { DraftFields } from "#app/components/share/queue/find-store.ts";
import { Button } from "#app/components/ui/button.tsx";
import "./finder.css";

const FIELDS = Object.keys(FIND_FIELDS) as (keyof DraftFields)[];

interface Props {
  find: FinderFind;
  errors: Record<string, string>;
  isBusy: boolean;
  isSaved: boolean;
  onSave: (fields: FormData) => void;
  onDelete: () => void;
}

export function FinderForm({
  find,
  errors,
  isBusy,
  isSaved,
  onSave,
  onDelete,
}: Props) {
  const { form, getForm } = useUnsavedChanges();
  useEffect(() => {
    if (isSaved) form(getForm());
  }, [isSaved, form, getForm]);

  return (
    <form
      ref={form}
      className="finder-form"
      onSubmit={(event) => {
        event.preventDefault();
        const fields = new FormData(event.currentTarget);
        const descriptions = fields.getAll(DESCRIPTION);
        fields.delete(DESCRIPTION);
        if (descriptions.length > 0)
          fields.set("descriptions", JSON.stringify(descriptions));
        onSave(fields);
      }}
    >
      <fieldset className="stack loose" disabled={isBusy}>
        {FIELDS.map((name) => (
          <FindField
            key={name}
            name={name}
            error={errors[name]}
            required={!OPTIONAL_FIELDS.includes(name)}
            defaultValue={name === "rockNumber" ? find.rock_number : find[name]}
          />
        ))}
        <ImageDescriptions
          key={find.images.map(({ name }) => name).join()}
          find={find}
          error={errors.descriptions}
        />
        <p className="wrap">
          <button className="btn">
            <Trans>Save</Trans>
          </button>
          <Button look="quiet" onClick={onDelete}>
            <Trans>Delete this find</Trans>
          </Button>
        </p>
      </fieldset>
    </form>
  );
}

const DESCRIPTION = "description";

function ImageDescriptions({
  find: { images },
  error,
}: {
  find: FinderFind;
  error?: string;
}) {
  const { t } = useLingui();
  const id = useId();
  const count = images.length;
  const question = (number: number) =>
    t`What is in photo ${number} of ${count}?`;
  return (
    <>
      {images.map(({ name, description }, index) => (
        <Field
          key={name}
          label={question(index + 1)}
          hint={
            index === 0
              ? t`A few words for people who can’t see it, if you like.`
              : undefined
          }
          name={DESCRIPTION}
          dir="auto"
          autoComplete="off"
          maxLength={DESCRIPTION_MAX}
          defaultValue={description}
          aria-describedby={error ? id : undefined}
        />
      ))}
      <Failure id={id}>{error}</Failure>
    </>
  );
}
