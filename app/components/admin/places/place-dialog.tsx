import { useState } from "react";
import type { JourneyPost } from "#domain/finds/answers.ts";
import { FormError } from "#app/components/admin/ui/form-error.tsx";
import { changeOfPlace, firstPlace, PlaceChoice } from "./place-choice.tsx";
import { RowDialog } from "#app/components/admin/table/row-dialog.tsx";
import { useSave } from "#app/components/admin/ui/use-save.ts";

/** Puts a find on the map, or says that it has no place there. */
export function PlaceDialog({
  post,
  onClose,
  onSaved,
  onReload,
}: {
  post: JourneyPost;
  onClose: () => void;
  onSaved: () => void;
  /** Asked for if someone else has changed the find meanwhile. */
  onReload: () => void;
}) {
  const [place, setPlace] = useState(() => firstPlace(post));
  const [isMissing, setIsMissing] = useState(false);
  const { save, isSaving, isStale, refusal } = useSave<JourneyPost>(post);

  async function submit(force: boolean) {
    setIsMissing(place === undefined);
    if (place === undefined) return;
    try {
      await save(
        "PUT",
        `/api/journey-admin/${post.rps_key}`,
        changeOfPlace(post, place),
        { force },
      );
      onSaved();
    } catch (error) {
      console.error("Error saving place", error);
    }
  }

  return (
    <RowDialog
      title={`Place of rock ${post.rock_number}`}
      what="post"
      narrow
      isSaving={isSaving}
      isStale={isStale}
      onSubmit={(_form, force) => void submit(force)}
      onSeeTheirs={onReload}
      onClose={onClose}
    >
      <p className="field--full">{post.location}</p>
      <PlaceChoice post={post} place={place} onChange={setPlace} />
      {isMissing && (
        <p className="field--full field-error" role="alert">
          Choose a place, or No place.
        </p>
      )}
      <FormError refusal={refusal} />
    </RowDialog>
  );
}
