import { useEffect, useId, useState, type FormEvent } from "react";
import { Dialog } from "#app/components/ui/dialog.tsx";
import {
  splitCoordinates,
  type JourneyImage,
  type JourneyPost,
} from "#domain/schemas.ts";
import { callApi, Refusal } from "./call-api.ts";
import { PictureDialog, Thumbnail, type Picture } from "./picture.tsx";

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
        <label className="field field--switch">
          Show
          <input
            type="checkbox"
            role="switch"
            className="switch"
            name="show"
            defaultChecked={post.show}
          />
        </label>
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
        <label className="field field--full">
          Comment
          <textarea name="comment" rows={4} defaultValue={post.comment} />
          {wrong("comment") && (
            <span className="field-error">{wrong("comment")}</span>
          )}
        </label>
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
          <button className="btn" disabled={saving}>
            {saving ? "Saving…" : "Save"}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

function Field({
  label,
  error,
  wide,
  ...input
}: {
  label: string;
  error?: string;
  wide?: boolean;
} & React.ComponentProps<"input">) {
  const id = useId();
  return (
    <label className={wide ? "field field--wide" : "field"}>
      {label}
      <input
        {...input}
        aria-invalid={error !== undefined}
        aria-describedby={error && id}
      />
      {error && (
        <span className="field-error" id={id}>
          {error}
        </span>
      )}
    </label>
  );
}

function PostImages({ post }: { post: JourneyPost }) {
  const [images, setImages] = useState<JourneyImage[]>();
  const [failed, setFailed] = useState(false);
  const [picture, setPicture] = useState<Picture>();
  const folder = `/media/rocks/${post.rock_number}/${post.uuid}`;

  useEffect(() => {
    callApi<JourneyImage[]>(
      "GET",
      `/api/journey-admin/${post.rps_key}/images`,
    ).then(
      ({ answer }) => setImages(answer),
      (error: unknown) => {
        console.error("Error loading images", error);
        setFailed(true);
      },
    );
  }, [post.rps_key]);

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
      {failed ? (
        <p role="alert">The images could not be loaded.</p>
      ) : images === undefined ? (
        <p>Loading images...</p>
      ) : images.length === 0 ? (
        <p>No images found.</p>
      ) : (
        <table className="admin-images">
          <thead>
            <tr>
              <th scope="col">Image</th>
              <th scope="col">Original Name</th>
              <th scope="col">Show</th>
              <th scope="col">Actions</th>
            </tr>
          </thead>
          <tbody>
            {images.map((image) => (
              <tr key={image.rpi_key}>
                <td>
                  <Thumbnail
                    folder={folder}
                    name={image.ready ? image.current_name : null}
                    label={`See ${image.original_name} large`}
                    onOpen={setPicture}
                  />
                </td>
                <td>
                  {image.original_name}
                  {image.error && (
                    <span className="field-error">{image.error}</span>
                  )}
                </td>
                <td>{image.show ? "Yes" : "No"}</td>
                <td className="at-actions">
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
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <PictureDialog picture={picture} onClose={() => setPicture(undefined)} />
    </section>
  );
}
