import { useState } from "react";
import { messages } from "#domain/core/messages.ts";
import type { JourneyPost } from "#domain/finds/answers.ts";
import { splitCoordinates } from "#domain/finds/schemas.ts";
import { callApi } from "#app/components/admin/ui/call-api.ts";
import { CoordinatesField } from "#app/components/admin/places/coordinates-field.tsx";
import {
  Field,
  SwitchField,
  TextField,
} from "#app/components/admin/ui/field.tsx";
import { PostImages } from "./find-images.tsx";
import { RowDialog } from "#app/components/admin/table/row-dialog.tsx";
import { useSave } from "#app/components/admin/ui/use-save.ts";

const asText = ({
  latitude,
  longitude,
}: Pick<JourneyPost, "latitude" | "longitude">) =>
  latitude === null ? "" : `${latitude}, ${longitude}`;

interface Props {
  post: JourneyPost;
  onClose: () => void;
  /** Given the post as the server has it now. */
  onSaved: (post: JourneyPost) => void;
  /** Asked for where someone else has changed the post meanwhile. */
  onReload: (post: JourneyPost) => void;
}

/** One post's fields and images. */
export function JourneyDialog({ post, onClose, onSaved, onReload }: Props) {
  const [location, setLocation] = useState(post.location);
  const [coordinates, setCoordinates] = useState(asText(post));
  const [wrongCoordinates, setWrongCoordinates] = useState<string>();
  const { save, isSaving, isStale, wrong } = useSave<JourneyPost>(post);
  const path = `/api/journey-admin/${post.rps_key}`;

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
      date: day === post.date.slice(0, 10) ? post.date : day,
      comment: value("comment"),
      name: value("name"),
      email: value("email"),
      show: fields.has("show"),
      coordinates,
      ...place,
    };
    try {
      onSaved(await save("PUT", path, change, { force }));
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      window.alert(`Failed to save changes: ${said}`);
    }
  }

  async function reload() {
    try {
      const { answer } = await callApi<JourneyPost[]>(
        "GET",
        `/api/journey-admin?uuid=${post.uuid}`,
      );
      if (answer[0]) onReload(answer[0]);
    } catch (error) {
      console.error("Error loading post", error);
    }
  }

  return (
    <RowDialog
      title={`Edit post: rock ${post.rock_number}`}
      size="large"
      what="post"
      isSaving={isSaving}
      isStale={isStale}
      onSubmit={(form, force) => void submit(form, force)}
      onSeeTheirs={() => void reload()}
      onClose={onClose}
    >
      <Field
        label="Rock"
        name="rock_number"
        inputMode="numeric"
        defaultValue={post.rock_number}
        error={wrong("rock_number")}
      />
      <Field
        label="Date"
        name="date"
        type="date"
        defaultValue={post.date.slice(0, 10)}
        error={wrong("date")}
      />
      <SwitchField label="Show" name="show" defaultChecked={post.show} />
      <Field
        full
        label="Location"
        name="location"
        value={location}
        onChange={(event) => setLocation(event.currentTarget.value)}
        error={wrong("location")}
      />
      <CoordinatesField
        value={coordinates}
        onChange={(text) => {
          setCoordinates(text);
          setWrongCoordinates(undefined);
        }}
        suggestion={post.suggestion}
        rockNumber={post.rock_number}
        location={location}
        error={
          wrongCoordinates ?? wrong("coordinates", "latitude", "longitude")
        }
      />
      <TextField
        full
        label="Comment"
        name="comment"
        defaultValue={post.comment}
        error={wrong("comment")}
      />
      <Field
        wide
        label="Name"
        name="name"
        defaultValue={post.name}
        error={wrong("name")}
      />
      <Field
        wide
        label="Email"
        name="email"
        type="email"
        defaultValue={post.email}
        error={wrong("email")}
      />
      <p className="field--full admin-small">UUID {post.uuid}</p>
      <PostImages post={post} />
    </RowDialog>
  );
}
