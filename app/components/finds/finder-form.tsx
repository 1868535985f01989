import { Trans } from "@lingui/react/macro";
import type { FinderFind } from "#domain/finds/answers.ts";
import {
  FIND_FIELDS,
  OPTIONAL_FIELDS,
} from "#app/components/share/find-fields.ts";
import { FindField } from "#app/components/share/form/find-field.tsx";
import type { DraftFields } from "#app/components/share/queue/find-store.ts";
import { Button } from "#app/components/ui/button.tsx";
import "./finder-form.css";

const FIELDS = Object.keys(FIND_FIELDS) as (keyof DraftFields)[];

interface Props {
  find: FinderFind;
  /** Errors of the last correction by field. */
  errors: Record<string, string>;
  isBusy: boolean;
  onSave: (fields: FormData) => void;
  onDelete: () => void;
}

/** The form in which finders correct or delete their find. */
export function FinderForm({ find, errors, isBusy, onSave, onDelete }: Props) {
  return (
    <form
      className="finder-form"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(new FormData(event.currentTarget));
      }}
    >
      <fieldset disabled={isBusy}>
        {FIELDS.map((name) => (
          <FindField
            key={name}
            name={name}
            error={errors[name]}
            required={!OPTIONAL_FIELDS.includes(name)}
            defaultValue={name === "rockNumber" ? find.rock_number : find[name]}
          />
        ))}
        <p className="finder-form-buttons buttons">
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
