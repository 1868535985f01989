import { useState } from "react";
import type { AdminAlbum, AdminPhoto } from "#domain/albums/answers.ts";
import {
  AdminTable,
  Cell,
  Row,
  RowButton,
} from "#app/components/admin/table/admin-table.tsx";
import { albumPicture } from "./album-picture.ts";
import {
  BulkBar,
  type BulkAction,
} from "#app/components/admin/table/bulk-bar.tsx";
import { callApi, Refusal } from "#app/components/admin/ui/call-api.ts";
import { ChooseBox } from "#app/components/admin/ui/checkbox-label.tsx";
import { FieldError } from "#app/components/admin/ui/field.tsx";
import { ListStates } from "#app/components/admin/table/list-states.tsx";
import { OrderCell } from "#app/components/admin/table/order-cell.tsx";
import { PhotoDialog } from "./photo-dialog.tsx";
import { Thumbnail } from "#app/components/admin/ui/picture.tsx";
import type { useList } from "#app/components/admin/table/use-list.ts";
import { useOrder } from "#app/components/admin/table/use-order.ts";
import { useSelection } from "#app/components/admin/table/use-selection.ts";

const columns = [
  { title: "Image" },
  { title: "Name" },
  { title: "Display Name" },
  { title: "Description" },
  { title: "Date" },
  { title: "Order" },
  { title: "Show" },
  { title: "Width" },
  { title: "Height" },
  { title: "Actions" },
];

const keyOf = ({ p_key }: AdminPhoto) => p_key;
const addressOf = (key: number) => `/api/albums/photos/${key}`;

const setShow = async (key: number, show: boolean) =>
  void (await callApi("POST", `${addressOf(key)}/toggle-show`, { show }));
const remove = async (key: number) =>
  void (await callApi("DELETE", addressOf(key)));

/** An album's photos, each to be shown, moved, edited and deleted, and many at once. */
export function PhotoTable({
  album,
  photos,
}: {
  album: AdminAlbum;
  photos: ReturnType<typeof useList<AdminPhoto>>;
}) {
  return (
    <ListStates
      items={photos.items}
      failed={photos.failed}
      retry={() => void photos.load()}
      words={{
        loading: "Loading...",
        empty: "No photos yet. Add Images brings some.",
        failed: "The photos could not be loaded.",
      }}
    >
      {(items) => (
        <Photos
          album={album}
          photos={items}
          onChange={photos.setItems}
          reload={photos.load}
        />
      )}
    </ListStates>
  );
}

function Photos({
  album,
  photos,
  onChange,
  reload,
}: {
  album: AdminAlbum;
  photos: AdminPhoto[];
  onChange: ReturnType<typeof useList<AdminPhoto>>["setItems"];
  reload: () => Promise<void>;
}) {
  const selection = useSelection(photos.map(keyOf));
  const [editing, setEditing] = useState<AdminPhoto>();
  const [notice, setNotice] = useState<string>();

  const replace = (photo: AdminPhoto) =>
    onChange((now) =>
      now?.map((other) => (other.p_key === photo.p_key ? photo : other)),
    );

  function tellOf(what: string, error: unknown) {
    console.error(what, error);
    if (error instanceof Refusal) setNotice(error.message);
    void reload();
  }

  const { shown, placeOf, said } = useOrder({
    items: photos,
    keyOf,
    nameOf: ({ name }) => name,
    swap: async (photo1, photo2) =>
      (
        await callApi<AdminPhoto[]>(
          "POST",
          `/api/albums/${album.pa_key}/photos/swap`,
          {
            photo1: { p_key: photo1.p_key, order_num: photo1.order_num },
            photo2: { p_key: photo2.p_key, order_num: photo2.order_num },
          },
        )
      ).answer,
    reorder: async (order) =>
      (
        await callApi<AdminPhoto[]>(
          "POST",
          `/api/albums/${album.pa_key}/photos/reorder-all`,
          { order },
        )
      ).answer,
    onMoved: (now) => {
      setNotice(undefined);
      onChange(now);
    },
    onFailed: (error) => tellOf("Error moving photo", error),
  });

  async function toggle(photo: AdminPhoto) {
    try {
      await setShow(photo.p_key, !photo.show);
      const { answer } = await callApi<AdminPhoto>(
        "GET",
        addressOf(photo.p_key),
      );
      replace(answer);
    } catch (error) {
      tellOf("Error toggling photo", error);
    }
  }

  async function removeOne(photo: AdminPhoto) {
    if (!window.confirm("Are you sure you want to delete this photo?")) return;
    try {
      await remove(photo.p_key);
      onChange((now) => now?.filter(({ p_key }) => p_key !== photo.p_key));
    } catch (error) {
      console.error("Error deleting photo", error);
      window.alert("Failed to delete photo.");
    }
  }

  const actions: BulkAction[] = [
    { label: "Show", run: (key) => setShow(key, true) },
    { label: "Hide", run: (key) => setShow(key, false) },
    {
      label: "Delete",
      isDanger: true,
      confirm: (count) =>
        count === 1
          ? "Are you sure you want to delete this photo?"
          : `Are you sure you want to delete these ${count} photos?`,
      run: remove,
    },
  ];

  const choose = (
    <ChooseBox
      label="Choose all photos"
      checked={selection.areAllChosen}
      isMixed={selection.chosen.length > 0 && !selection.areAllChosen}
      onChange={selection.toggleAll}
    />
  );
  return (
    <>
      <BulkBar
        chosen={selection.chosen}
        actions={actions}
        onEnd={() => void reload()}
      />
      {notice && (
        <p className="field-error" role="alert">
          {notice}
        </p>
      )}
      <AdminTable
        label="Photos"
        columns={[{ title: choose }, ...columns]}
        className="admin-table--inside"
      >
        {shown.map((photo, index) => {
          const place = placeOf(photo, index);
          return (
            <Row
              key={photo.p_key}
              data-key={photo.p_key}
              className={`${photo.show ? "" : "is-hidden"} ${place.isDragged ? "is-dragged" : ""}`}
            >
              <Cell className="at-choose">
                <ChooseBox
                  label={`Choose ${photo.name}`}
                  checked={selection.isChosen(photo.p_key)}
                  onChange={() => selection.toggle(photo.p_key)}
                />
              </Cell>
              <Cell className="at-image">
                <Thumbnail
                  {...albumPicture(album.name, photo.name)}
                  label={photo.name}
                />
              </Cell>
              <Cell className="at-title at-name">
                {photo.name}
                <FieldError error={photo.error ?? undefined} />
              </Cell>
              <Cell className="at-text">{photo.display_name}</Cell>
              <Cell className="at-text" title={photo.desc}>
                {photo.desc}
              </Cell>
              <Cell className="at-date">{photo.date}</Cell>
              <OrderCell place={place} />
              <Cell label="Show">{photo.show ? "Yes" : "No"}</Cell>
              <Cell label="Width">{photo.width}</Cell>
              <Cell label="Height">{photo.height}</Cell>
              <Cell className="at-actions">
                <RowButton of={photo.name} onClick={() => void toggle(photo)}>
                  {photo.show ? "Disable" : "Enable"}
                </RowButton>
                <RowButton of={photo.name} onClick={() => setEditing(photo)}>
                  Edit
                </RowButton>
                <RowButton
                  of={photo.name}
                  danger
                  onClick={() => void removeOne(photo)}
                >
                  Delete
                </RowButton>
              </Cell>
            </Row>
          );
        })}
      </AdminTable>
      <p className="sr" role="status">
        {said}
      </p>
      {editing && (
        <PhotoDialog
          photo={editing}
          onClose={() => setEditing(undefined)}
          onSaved={(photo) => {
            replace(photo);
            setEditing(undefined);
          }}
        />
      )}
    </>
  );
}
