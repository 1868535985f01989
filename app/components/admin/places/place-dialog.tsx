import { useState } from "react";
import { messages } from "#core/messages.ts";
import type { AdminFind } from "#domain/finds/answers.ts";
import { splitCoordinates } from "#domain/finds/schemas.ts";
import { useSave } from "#app/components/admin/data/use-save.ts";
import { RowDialog } from "#app/components/admin/ui/forms.tsx";
import { CoordinatesField } from "./coordinates-field.tsx";
import { formatSpot } from "./describe-place.ts";

export function PlaceDialog({
  find,
  onClose,
  onSaved,
  onReload,
}: {
  find: AdminFind;
  onClose: () => void;
  onSaved: () => void;
  /** Called to see the version that someone else has saved meanwhile. */
  onReload: () => void;
}) {
  const first = getFirstPlace(find);
  const [coordinates, setCoordinates] = useState(first.coordinates);
  const [precision, setPrecision] = useState(first.precision);
  const [hasNone, setHasNone] = useState(find.no_place);
  const [wrong, setWrong] = useState<string>();
  const save = useSave(find);

  async function submit(_fields: FormData, force: boolean) {
    const spot = hasNone
      ? { latitude: null, longitude: null }
      : splitCoordinates(coordinates);
    if (!spot) return setWrong(messages.coordinates);
    if (!hasNone && spot.latitude === null)
      return setWrong("Choose a place, or No place.");
    const saved = await save.call(
      "PUT /api/journey-admin/:rpsKey",
      {
        params: { rpsKey: find.rps_key },
        body: { ...spot, precision, no_place: hasNone },
      },
      { force },
    );
    if (saved.ok) onSaved();
  }

  return (
    <RowDialog
      title={`Place of rock ${find.rock_number}`}
      what="post"
      narrow
      save={save}
      onSubmit={submit}
      onSeeTheirs={onReload}
      onClose={onClose}
    >
      <p className="field--full">{find.location}</p>
      <CoordinatesField
        find={find}
        value={coordinates}
        onChange={(text) => {
          setCoordinates(text);
          setHasNone(false);
          setWrong(undefined);
        }}
        precision={precision}
        onPrecision={setPrecision}
        location={find.location}
        error={wrong}
        opensMap
      />
      <label className="check row field--full">
        <input
          type="checkbox"
          name="no_place"
          checked={hasNone}
          onChange={() => {
            setHasNone(!hasNone);
            setWrong(undefined);
          }}
        />
        No place: it stays off the map
      </label>
    </RowDialog>
  );
}

/** The find's present place, else the one that its finder gave. */
function getFirstPlace({ latitude, longitude, ...find }: AdminFind) {
  if (latitude !== null && longitude !== null)
    return {
      coordinates: formatSpot({ latitude, longitude }),
      precision: find.precision,
    };
  const { suggestion } = find;
  return suggestion && !find.no_place
    ? { coordinates: formatSpot(suggestion), precision: suggestion.precision }
    : { coordinates: "", precision: find.precision };
}
