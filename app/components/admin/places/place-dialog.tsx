import { Failure } from "#app/components/fields/failure.tsx";
import { useState } from "react";
import type { AdminFind } from "#domain/finds/answers.ts";
import { useSave } from "#app/components/admin/data/use-save.ts";
import { RowDialog } from "#app/components/admin/table/row-dialog.tsx";
import { getFirstPlace, placeChange, PlaceChoice } from "./place-choice.tsx";

/** Puts a find on the map, or says that it has no place there. */
export function PlaceDialog({
  find,
  onClose,
  onSaved,
  onReload,
}: {
  find: AdminFind;
  onClose: () => void;
  onSaved: () => void;
  /** Called to see what someone else has saved meanwhile. */
  onReload: () => void;
}) {
  const [place, setPlace] = useState(() => getFirstPlace(find));
  const [isMissing, setIsMissing] = useState(false);
  const save = useSave(find);

  async function submit(force: boolean) {
    setIsMissing(place.at === undefined);
    if (place.at === undefined) return;
    const saved = await save.call(
      "PUT /api/journey-admin/:rpsKey",
      { params: { rpsKey: find.rps_key }, body: placeChange(place) },
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
      onSubmit={(_form, force) => void submit(force)}
      onSeeTheirs={onReload}
      onClose={onClose}
    >
      <p className="field--full">{find.location}</p>
      <PlaceChoice find={find} place={place} onChange={setPlace} />
      <Failure className="field--full">
        {isMissing && "Choose a place, or No place."}
      </Failure>
    </RowDialog>
  );
}
