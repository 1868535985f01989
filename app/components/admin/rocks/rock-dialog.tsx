import { useState } from "react";
import { messages } from "#domain/core/messages.ts";
import type { Rock } from "#domain/rocks/answers.ts";
import type { User } from "#domain/artists/answers.ts";
import { ArtistChoice } from "./artist-choice.tsx";
import { findRock } from "./get-rock.ts";
import { Field, TextField } from "#app/components/admin/ui/field.tsx";
import { FormError } from "#app/components/admin/ui/form-error.tsx";
import { EnlargingPicture } from "#app/components/admin/ui/picture.tsx";
import { RowDialog } from "#app/components/admin/table/row-dialog.tsx";
import { useSave } from "#app/components/admin/ui/use-save.ts";
import {
  catalogueAddress,
  catalogueThumbnailAddress,
} from "#domain/store/media-addresses.ts";

interface Props {
  /** Absent for a new one. */
  rock?: Rock;
  users: User[];
  onClose: () => void;
  onSaved: (rock: Rock) => void;
  /** Asked for where someone else has changed the rock meanwhile. */
  onReload: (rock: Rock) => void;
}

/** A rock of the catalogue: a new one, or one with its number locked. */
export function RockDialog({ rock, users, onClose, onSaved, onReload }: Props) {
  const [artists, setArtists] = useState(
    rock?.artists.map(({ ra_key }) => ra_key) ?? [],
  );
  const { save, isSaving, isStale, refusal, wrong } = useSave<Rock>(rock);

  async function submit(fields: FormData, force: boolean) {
    const image = fields.get("image");
    const hasImage = image instanceof File && image.name !== "";
    if (!hasImage) fields.delete("image");
    if (rock) fields.set("rock_number", String(rock.rock_number));
    const isComplete =
      fields.get("rock_number") !== "" &&
      artists.length > 0 &&
      (hasImage || rock !== undefined);
    if (!isComplete) return window.alert(messages.incompleteRock);

    // The image last, so that what is wrong with the rest is seen before it is sent.
    fields.delete("image");
    fields.set("artist_keys", JSON.stringify(artists));
    if (hasImage) fields.set("image", image);
    try {
      onSaved(
        rock
          ? await save("PUT", `/api/rocks/${rock.rc_key}`, fields, { force })
          : await save("POST", "/api/rocks", fields),
      );
    } catch (error) {
      console.error("Error saving rock", error);
      window.alert("Error saving rock");
    }
  }

  async function reload() {
    try {
      const now = await findRock(String(rock!.rock_number));
      if (now) onReload(now);
    } catch (error) {
      console.error("Error loading rock", error);
    }
  }

  return (
    <RowDialog
      title={rock ? `Edit Rock ${rock.rock_number}` : "Create Rock"}
      size="large"
      what="rock"
      isSaving={isSaving}
      isStale={isStale}
      onSubmit={(form, force) => void submit(new FormData(form), force)}
      onSeeTheirs={() => void reload()}
      onClose={onClose}
    >
      <Field
        wide
        label="Rock Number*"
        name="rock_number"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={rock?.rock_number}
        disabled={rock !== undefined}
        error={wrong("rock_number")}
      />
      <ArtistChoice
        users={users}
        chosen={artists}
        onChange={setArtists}
        error={wrong("artist_keys")}
      />
      {rock && <CurrentPicture rock={rock} />}
      <ImageField
        label={rock ? "Replace Image" : "Image*"}
        error={wrong("image")}
      />
      <TextField
        full
        label="Comment"
        name="comment"
        placeholder="Add optional comment here..."
        defaultValue={rock?.comment}
        error={wrong("comment")}
      />
      <FormError refusal={refusal} />
    </RowDialog>
  );
}

/** The catalogue picture as it is now, and what came of the last upload. */
function CurrentPicture({ rock }: { rock: Rock }) {
  const number = rock.rock_number;
  return (
    <figure className="field--wide admin-current">
      {rock.ready && (
        <EnlargingPicture
          small={catalogueThumbnailAddress(number, rock.version)}
          large={catalogueAddress(number, rock.version)}
          label={`the current picture of rock ${number}`}
        />
      )}
      <figcaption>
        {rock.error ? (
          <span className="field-error">
            The picture could not be made: {rock.error}
          </span>
        ) : rock.ready ? (
          "Current picture"
        ) : (
          "The picture is being made ready."
        )}
      </figcaption>
    </figure>
  );
}

/** A file input that shows what was chosen, where the browser can. */
function ImageField({ label, error }: { label: string; error?: string }) {
  const [preview, setPreview] = useState<string>();

  function show(file: File | undefined) {
    if (preview) URL.revokeObjectURL(preview);
    setPreview(file && URL.createObjectURL(file));
  }

  return (
    <div className="field--wide admin-image-field">
      <Field
        label={label}
        name="image"
        type="file"
        accept="image/*,.heic,.heif"
        error={error}
        onChange={(event) => show(event.currentTarget.files?.[0])}
      />
      {preview && (
        <img
          src={preview}
          alt="What was chosen"
          onError={() => show(undefined)}
        />
      )}
    </div>
  );
}
