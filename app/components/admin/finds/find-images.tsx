import { useRef, useState, type ChangeEvent } from "react";
import { useUnfinished } from "#app/components/ui/use-unsaved-changes.ts";
import type { JourneyImage, JourneyPost } from "#domain/finds/answers.ts";
import {
  AdminTable,
  Cell,
  Row,
  RowButton,
} from "#app/components/admin/table/admin-table.tsx";
import { BusyButton } from "#app/components/admin/ui/busy-button.tsx";
import { callApi, Refusal } from "#app/components/admin/ui/call-api.ts";
import { FieldError } from "#app/components/admin/ui/field.tsx";
import { ListStates } from "#app/components/admin/table/list-states.tsx";
import { Thumbnail } from "#app/components/admin/ui/picture.tsx";
import { postPicture } from "./find-picture.ts";
import { useList } from "#app/components/admin/table/use-list.ts";
import { useUntil } from "#app/components/admin/table/use-until.ts";

const columns = [
  { title: "Image" },
  { title: "Original Name" },
  { title: "Show" },
  { title: "Actions" },
];

/** The images of a post, which can be shown, hidden, deleted and added to. */
export function PostImages({ post }: { post: JourneyPost }) {
  const path = `/api/journey-admin/${post.rps_key}/images`;
  const { items, setItems, failed, load } = useList<JourneyImage>(path);
  const isUnderWay = items?.some(({ ready, error }) => !ready && !error);
  useUntil(!isUnderWay, load);

  async function toggle(image: JourneyImage) {
    try {
      const { answer } = await callApi<{ show: boolean }>(
        "POST",
        `/api/journey-admin/images/${image.rpi_key}/toggle-show`,
        { show: !image.show },
      );
      setItems((all) =>
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
      setItems((all) =>
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
        items={items}
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
            columns={columns}
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
                  <RowButton
                    of={image.original_name}
                    onClick={() => void toggle(image)}
                  >
                    {image.show ? "Disable" : "Enable"}
                  </RowButton>
                  <RowButton
                    of={image.original_name}
                    danger
                    onClick={() => void remove(image)}
                  >
                    Delete
                  </RowButton>
                </Cell>
              </Row>
            ))}
          </AdminTable>
        )}
      </ListStates>
      <AddImage path={path} onAdded={load} />
    </section>
  );
}

function AddImage({
  path,
  onAdded,
}: {
  path: string;
  onAdded: () => Promise<void>;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  useUnfinished(isBusy);

  async function send({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const image = currentTarget.files?.[0];
    if (!image) return;
    const form = new FormData();
    form.set("image", image);
    // The same file may be chosen again.
    currentTarget.value = "";
    setIsBusy(true);
    setError(undefined);
    try {
      await callApi("POST", path, form);
      await onAdded();
    } catch (error) {
      console.error("Error adding image", error);
      setError(
        error instanceof Refusal
          ? error.message
          : "The image could not be sent. Please try again.",
      );
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <p>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*,.heic,.heif"
        aria-label="Image to add"
        onChange={(event) => void send(event)}
      />
      <BusyButton
        type="button"
        className="btn btn--quiet"
        busy={isBusy}
        onClick={() => input.current?.click()}
      >
        Add Image
      </BusyButton>
      {error && (
        <span className="field-error" role="alert">
          {error}
        </span>
      )}
    </p>
  );
}
