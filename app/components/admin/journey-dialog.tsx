import { useState, type FormEvent } from "react";
import { Dialog } from "#app/components/ui/dialog.tsx";
import {
  splitCoordinates,
  type JourneyImage,
  type JourneyPost,
} from "#domain/schemas.ts";
import { AdminTable, Cell, Row } from "./admin-table.tsx";
import { BusyButton } from "./busy-button.tsx";
import { Field, FieldError, SwitchField, TextField } from "./field.tsx";
import { ListStates } from "./list-states.tsx";
import { postPicture } from "./post-picture.ts";
import { useList } from "./use-list.ts";
import { callApi, Refusal } from "./call-api.ts";
import { Thumbnail } from "./picture.tsx";

const imageColumns = [
  { title: "Image" },
  { title: "Original Name" },
  { title: "Show" },
  { title: "Actions" },
];

const asText = ({
  latitude,
  longitude,
}: Pick<JourneyPost, "latitude" | "longitude">) =>
  latitude === null ? "" : `${latitude}, ${longitude}`;

/** One post's fields and images. Saving gives the post as the server has it now. */
export function JourneyDialog({
  post,
  onClose,
  onSaved,
}: {
  post: JourneyPost;
  onClose: () => void;
  onSaved: (post: JourneyPost) => void;
}) {
  const [saving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const [coordinates, setCoordinates] = useState(asText(post));

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const value = (name: string) => String(form.get(name) ?? "");
    setSaving(true);
    setRefusal(undefined);
    const day = value("date");
    try {
      const { answer } = await callApi<JourneyPost>(
        "PUT",
        `/api/journey-admin/${post.rps_key}`,
        {
          rock_number: value("rock_number"),
          location: value("location"),
          // The time of a find stays as it was unless its day is changed.
          date: day === post.date.slice(0, 10) ? post.date : day,
          comment: value("comment"),
          name: value("name"),
          email: value("email"),
          show: form.has("show"),
          coordinates,
          ...splitCoordinates(coordinates),
        },
      );
      onSaved(answer);
    } catch (error) {
      if (error instanceof Refusal) setRefusal(error);
      const said = error instanceof Error ? error.message : String(error);
      window.alert(`Failed to save changes: ${said}`);
    } finally {
      setSaving(false);
    }
  }

  const { suggestion } = post;
  const wrong = (...names: string[]) =>
    names.map((name) => refusal?.fields[name]).find(Boolean);
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Edit post: rock ${post.rock_number}`}
      size="large"
    >
      <form
        className="admin-form"
        onSubmit={(event) => void save(event)}
        noValidate
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
          wide
          label="Location"
          name="location"
          defaultValue={post.location}
          error={wrong("location")}
        />
        <div className="field field--wide">
          <Field
            label="Coordinates"
            name="coordinates"
            placeholder="lat, lon"
            value={coordinates}
            onChange={(event) => setCoordinates(event.currentTarget.value)}
            error={wrong("coordinates", "latitude", "longitude")}
          />
          {suggestion && (
            <button
              type="button"
              className="mini"
              onClick={() =>
                setCoordinates(
                  `${suggestion.latitude}, ${suggestion.longitude}`,
                )
              }
            >
              Take the finder’s: {suggestion.latitude.toFixed(4)},{" "}
              {suggestion.longitude.toFixed(4)}
            </button>
          )}
        </div>
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
        <footer className="admin-bar">
          <button
            type="button"
            className="btn btn--quiet"
            onClick={onClose}
            disabled={saving}
          >
            Cancel
          </button>
          <BusyButton busy={saving}>Save</BusyButton>
        </footer>
      </form>
    </Dialog>
  );
}

function PostImages({ post }: { post: JourneyPost }) {
  const {
    items: images,
    setItems: setImages,
    failed,
    load,
  } = useList<JourneyImage>(`/api/journey-admin/${post.rps_key}/images`);

  async function toggle(image: JourneyImage) {
    try {
      const { answer } = await callApi<{ show: boolean }>(
        "POST",
        `/api/journey-admin/images/${image.rpi_key}/toggle-show`,
        { show: !image.show },
      );
      setImages((all) =>
        all?.map((other) =>
          other.rpi_key === image.rpi_key ? { ...other, ...answer } : other,
        ),
      );
    } catch (error) {
      console.error("Error toggling image", error);
    }
  }

  async function remove(image: JourneyImage) {
    if (!window.confirm("Are you sure you want to delete this image?")) return;
    try {
      await callApi("DELETE", `/api/journey-admin/images/${image.rpi_key}`);
      setImages((all) =>
        all?.filter((other) => other.rpi_key !== image.rpi_key),
      );
    } catch (error) {
      console.error("Error deleting image", error);
    }
  }

  return (
    <section className="field--full">
      <h3>Images</h3>
      <ListStates
        items={images}
        failed={failed}
        retry={() => void load()}
        words={{
          loading: "Loading images...",
          empty: "No images found.",
          failed: "The images could not be loaded.",
        }}
      >
        {(images) => (
          <AdminTable
            label="Images"
            columns={imageColumns}
            className="admin-table--inside"
          >
            {images.map((image) => (
              <Row key={image.rpi_key}>
                <Cell className="at-image">
                  <Thumbnail
                    {...postPicture(
                      post,
                      image.ready ? image.current_name : null,
                    )}
                    label={image.original_name}
                  />
                </Cell>
                <Cell className="at-title at-name">
                  {image.original_name}
                  <FieldError error={image.error ?? undefined} />
                </Cell>
                <Cell label="Show">{image.show ? "Yes" : "No"}</Cell>
                <Cell className="at-actions">
                  <button
                    type="button"
                    className="mini"
                    onClick={() => void toggle(image)}
                  >
                    {image.show ? "Disable" : "Enable"}
                    <span className="sr"> {image.original_name}</span>
                  </button>
                  <button
                    type="button"
                    className="mini mini--danger"
                    onClick={() => void remove(image)}
                  >
                    Delete<span className="sr"> {image.original_name}</span>
                  </button>
                </Cell>
              </Row>
            ))}
          </AdminTable>
        )}
      </ListStates>
    </section>
  );
}
