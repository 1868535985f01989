import { Link, useRevalidator } from "@remix-run/react";
import { useState } from "react";
import type { ArtistName } from "#domain/artists/answers.ts";
import { UNKNOWN_ARTIST } from "#domain/artists/unknown-artist.ts";
import { useSave } from "#app/components/admin/data/use-save.ts";
import { QrBox } from "#app/components/admin/print/qr-box.tsx";
import { ImageField } from "#app/components/admin/rocks/image-field.tsx";
import { Field } from "#app/components/fields/field.tsx";
import { StepForm } from "./step-form.tsx";
import { StepBar, StepFrame } from "./step-frame.tsx";
import { addressOf } from "./steps.ts";

interface Props {
  /** The number of the rock that was made first; undefined if there is none. */
  made: number | undefined;
  artists: ArtistName[];
  siteName: string;
  publicUrl: string;
  /** Chosen before the way back and forward. */
  picture: File | undefined;
  onPicture: (picture: File | undefined) => void;
}

/** The first rock of the catalogue, and its label. */
export function RockStep({ made, siteName, publicUrl, ...form }: Props) {
  return (
    <StepFrame step="rock" title="The first rock">
      {made === undefined ? (
        <NewRock {...form} />
      ) : (
        <>
          <p>{`Rock ${made} is in the catalogue. Print its label, cut it out and glue it on: whoever finds the rock scans it.`}</p>
          <QrBox
            siteName={siteName}
            publicUrl={publicUrl}
            start={made}
            labels="one"
          />
          <StepBar step="rock" isDone>
            <Link className="btn" to={addressOf("next")}>
              Go on
            </Link>
          </StepBar>
        </>
      )}
    </StepFrame>
  );
}

function NewRock({
  artists,
  picture,
  onPicture,
}: Pick<Props, "artists" | "picture" | "onPicture">) {
  const save = useSave();
  const { revalidate } = useRevalidator();
  const [added, setAdded] = useState<ArtistName>();

  /** The key of the artist with this name. Adds the artist if the name is new. */
  async function artistKey(name: string) {
    const known = [...artists, ...(added ? [added] : [])].find(
      ({ display_name }) => display_name === (name || UNKNOWN_ARTIST),
    );
    if (known) return known.ra_key;
    const saved = await save.call("POST /api/users", {
      body: { display_name: name },
    });
    if (!saved.ok) return undefined;
    setAdded(saved.answer);
    return saved.answer.ra_key;
  }

  async function submit(fields: FormData) {
    const key = await artistKey(String(fields.get("display_name")).trim());
    if (key === undefined) return false;
    const body = new FormData();
    body.set("rock_number", String(fields.get("rock_number")));
    body.set("artist_keys", JSON.stringify([key]));
    // Last, so that the server sees what is wrong with the rest before it is sent.
    if (picture) body.set("image", picture);
    const { ok } = await save.call(
      "POST /api/rocks",
      { body },
      { isUpload: true },
    );
    return ok;
  }

  return (
    <>
      <p>
        A painted rock, with a photograph of it. Its number is what finders
        send; write it on the rock, or print its label here.
      </p>
      <StepForm
        step="rock"
        save={save}
        saved={{ rock_number: "1", display_name: "" }}
        label="Add the rock"
        onSubmit={submit}
        onSaved={revalidate}
      >
        <Field
          full
          label="Rock Number"
          name="rock_number"
          inputMode="numeric"
          autoComplete="off"
          aria-required
        />
        <Field
          full
          optional
          label="Who painted it"
          name="display_name"
          maxLength={100}
          autoComplete="off"
        />
        <ImageField
          label="Photograph of it"
          error={save.wrong("image")}
          chosen={picture}
          onChoose={onPicture}
        />
      </StepForm>
    </>
  );
}
