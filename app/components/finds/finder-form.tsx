import { EARLIEST_DATE } from "#domain/finds/schemas.ts";
import { ROCK_NUMBER_MAX } from "#domain/rocks/schemas.ts";
import type { FinderFind } from "#domain/finds/answers.ts";
import { FormField } from "#app/components/share/form/form-field.tsx";
import "./finder-form.css";

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
        <FormField
          label="Rock Number"
          error={errors.rockNumber}
          control={
            <input
              name="rockNumber"
              type="number"
              inputMode="numeric"
              min={0}
              max={ROCK_NUMBER_MAX}
              step={1}
              required
              defaultValue={find.rock_number}
            />
          }
        />
        <FormField
          label="Location"
          error={errors.location}
          control={
            <input
              name="location"
              required
              maxLength={200}
              defaultValue={find.location}
            />
          }
        />
        <FormField
          label="Comment"
          error={errors.comment}
          control={
            <textarea
              name="comment"
              required
              maxLength={5000}
              defaultValue={find.comment}
            />
          }
        />
        <FormField
          label="Date"
          error={errors.date}
          control={
            <input
              name="date"
              type="date"
              min={EARLIEST_DATE}
              required
              defaultValue={find.date}
            />
          }
        />
        <FormField
          label="Name"
          optional
          error={errors.name}
          control={
            <input
              name="name"
              maxLength={100}
              autoComplete="name"
              defaultValue={find.name}
            />
          }
        />
        <FormField
          label="Email"
          optional
          error={errors.email}
          control={
            <input
              name="email"
              type="email"
              maxLength={254}
              autoComplete="email"
              defaultValue={find.email}
            />
          }
        />
        <p className="finder-form-buttons buttons">
          <button className="btn">Save</button>
          <button type="button" className="btn btn--quiet" onClick={onDelete}>
            Delete this find
          </button>
        </p>
      </fieldset>
    </form>
  );
}
