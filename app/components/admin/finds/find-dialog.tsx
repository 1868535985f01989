import { useState } from "react";
import { messages } from "#domain/core/messages.ts";
import type { AdminFind } from "#domain/finds/answers.ts";
import { splitCoordinates } from "#domain/finds/schemas.ts";
import { CoordinatesField } from "#app/components/admin/places/coordinates-field.tsx";
import {
  Field,
  SwitchField,
  TextField,
} from "#app/components/fields/field.tsx";
import { WrittenIn } from "#app/components/language/written-in.tsx";
import { FindHistory } from "./find-history.tsx";
import { FindImages } from "./find-images.tsx";
import { RowDialog } from "#app/components/admin/table/row-dialog.tsx";
import { useSave } from "#app/components/admin/data/use-save.ts";

const asText = ({
  latitude,
  longitude,
}: Pick<AdminFind, "latitude" | "longitude">) =>
  latitude === null ? "" : `${latitude}, ${longitude}`;

interface Props {
  find: AdminFind;
  onClose: () => void;
  /** Called with the find as the server has it now. */
  onSaved: (find: AdminFind) => void;
  /** Called with the find as someone else has saved it meanwhile. */
  onReload: (find: AdminFind) => void;
}

/** Edits a find's fields and its images. */
export function FindDialog({ find, onClose, onSaved, onReload }: Props) {
  const [location, setLocation] = useState(find.location);
  const [coordinates, setCoordinates] = useState(asText(find));
  const [precision, setPrecision] = useState(find.precision);
  const [wrongCoordinates, setWrongCoordinates] = useState<string>();
  const save = useSave(find);
  const { wrong } = save;

  async function submit(form: HTMLFormElement, force: boolean) {
    const place = splitCoordinates(coordinates);
    if (!place) {
      setWrongCoordinates(messages.coordinates);
      form.querySelector<HTMLElement>("[name=coordinates]")?.focus();
      return;
    }
    const fields = new FormData(form);
    const value = (name: string) => String(fields.get(name) ?? "");
    const day = value("date");
    const change = {
      rock_number: value("rock_number"),
      location,
      // The time of a find stays as it was unless its day is changed.
      date: day === find.date.slice(0, 10) ? find.date : day,
      comment: value("comment"),
      name: value("name"),
      email: value("email"),
      show: fields.has("show"),
      coordinates,
      ...place,
      precision,
    };
    const saved = await save.call(
      "PUT /api/journey-admin/:rpsKey",
      { params: { rpsKey: find.rps_key }, body: change },
      { force },
    );
    if (saved.ok) onSaved(saved.answer);
    else window.alert(`Failed to save changes: ${saved.error.message}`);
  }

  async function reload() {
    const now = await save.call("GET /api/journey-admin", {
      query: { uuid: find.uuid },
    });
    if (now.ok && now.answer[0]) onReload(now.answer[0]);
  }

  return (
    <RowDialog
      title={`Edit post: rock ${find.rock_number}`}
      size="large"
      what="post"
      save={save}
      values={find}
      onSubmit={(form, force) => void submit(form, force)}
      onSeeTheirs={() => void reload()}
      onClose={onClose}
    >
      <Field
        label="Rock"
        name="rock_number"
        inputMode="numeric"
        aria-required
      />
      <Field
        label="Date"
        name="date"
        type="date"
        aria-required
        defaultValue={find.date.slice(0, 10)}
      />
      <SwitchField label="Show" name="show" />
      <Field
        full
        label="Location"
        name="location"
        aria-required
        value={location}
        onChange={(event) => setLocation(event.currentTarget.value)}
      />
      <CoordinatesField
        find={find}
        value={coordinates}
        onChange={(text) => {
          setCoordinates(text);
          setWrongCoordinates(undefined);
        }}
        precision={precision}
        onPrecision={setPrecision}
        location={location}
        error={
          wrongCoordinates ?? wrong("coordinates", "latitude", "longitude")
        }
      />
      <div className="field--full">
        <TextField full label="Comment" name="comment" aria-required />
        <WrittenIn lang={find.lang} />
      </div>
      <Field wide label="Name" name="name" />
      <Field wide label="Email" name="email" type="email" />
      <p className="field--full soft">{`UUID ${find.uuid}`}</p>
      <FindImages find={find} />
      <FindHistory find={find} />
    </RowDialog>
  );
}
