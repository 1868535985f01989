import { Failure } from "#app/components/fields/failure.tsx";
import { useState } from "react";
import type { AdminAlbum, AdminPhoto } from "#domain/albums/answers.ts";
import {
  ActionsCell,
  Cell,
  DeleteButton,
  RowButton,
  TextCell,
} from "#app/components/admin/table/admin-table.tsx";
import {
  BulkBar,
  type BulkAction,
} from "#app/components/admin/table/bulk-bar.tsx";
import type { List } from "#app/components/admin/data/use-list.ts";
import { useRowActions } from "#app/components/admin/table/use-row-actions.ts";
import { useSave } from "#app/components/admin/data/use-save.ts";
import { ListStates } from "#app/components/admin/table/list-states.tsx";
import {
  AllRowsCheckbox,
  RowCheckbox,
} from "#app/components/admin/table/row-checkbox.tsx";
import { SortableTable } from "#app/components/admin/table/sortable-table.tsx";
import { Thumbnail } from "#app/components/admin/ui/picture.tsx";
import { photoAddresses } from "./addresses.ts";
import { PhotoDialog } from "./photo-dialog.tsx";
import { formatDay } from "#app/components/words/days.ts";

const columns = [
  { title: "Image", width: 4 },
  { title: "Name" },
  { title: "Display Name" },
  { title: "Description" },
  { title: "Date", width: 4.1 },
  { title: "Order", width: 7.4 },
  { title: "Show", width: 3.6 },
  { title: "Width", width: 4 },
  { title: "Height", width: 4 },
  { title: "Actions", width: 11.4 },
];

const sentOf = ({ p_key }: AdminPhoto) => ({ params: { pKey: p_key } });

interface Props {
  album: AdminAlbum;
  list: List<AdminPhoto>;
  /** Called when something was changed. */
  onChanged: () => void;
}

/** An album's photos. Each can be shown, moved, edited and deleted, and many at once. */
export const PhotoTable = ({ list, ...props }: Props) => (
  <ListStates
    list={list}
    words={{
      loading: "Loading...",
      empty: "No photos yet. Add Images brings some.",
      failed: "The photos could not be loaded.",
    }}
  >
    {(photos) => <Photos {...props} list={list} photos={photos} />}
  </ListStates>
);

function Photos({
  album,
  list,
  photos,
  onChanged,
}: Props & { photos: AdminPhoto[] }) {
  const { call, failure, forgetFailure } = useSave();
  const params = { paKey: album.pa_key };
  const rows = useRowActions(list, {
    one: "photo",
    labelOf: ({ display_name, name }) => display_name || name,
    deletes: "DELETE /api/albums/photos/:pKey",
    sentOf,
    onDone() {
      forgetFailure();
      onChanged();
    },
    onUndone: list.reload,
  });
  const [editing, setEditing] = useState<AdminPhoto>();

  const setShow = (photo: AdminPhoto, show: boolean) =>
    rows.call(photo, "POST /api/albums/photos/:pKey/toggle-show", {
      ...sentOf(photo),
      body: { show },
    });

  async function toggle(photo: AdminPhoto) {
    const toggled = await setShow(photo, !photo.show);
    const now =
      toggled.ok && (await call("GET /api/albums/photos/:pKey", sentOf(photo)));
    if (now && now.ok) list.change(photo, now.answer);
    else void list.reload();
  }

  async function remove(photo: AdminPhoto) {
    if ((await rows.remove(photo)) === false)
      window.alert("Failed to delete photo.");
  }

  const actions: BulkAction<AdminPhoto>[] = [
    { label: "Show", run: async (photo) => (await setShow(photo, true)).ok },
    { label: "Hide", run: async (photo) => (await setShow(photo, false)).ok },
    rows.deletion,
  ];

  const allRows = (
    <AllRowsCheckbox label="Choose all photos" selection={list.selection} />
  );
  return (
    <>
      <Failure>{failure}</Failure>
      <SortableTable
        label="Photos"
        columns={[{ title: allRows, width: 3.05 }, ...columns]}
        list={list}
        items={photos}
        nameOf={({ name }) => name}
        isHidden={({ show }) => !show}
        swap={(a, b) =>
          call("POST /api/albums/:paKey/photos/swap", {
            params,
            body: {
              photo1: { p_key: a.p_key, order_num: a.order_num },
              photo2: { p_key: b.p_key, order_num: b.order_num },
            },
          })
        }
        saveOrder={(order) =>
          call("POST /api/albums/:paKey/photos/reorder-all", {
            params,
            body: { order: order.map(({ p_key }) => p_key) },
          })
        }
      >
        {(photo, orderCell) => (
          <>
            <Cell className="at-choose">
              <RowCheckbox
                label={`Choose ${photo.name}`}
                item={photo}
                selection={list.selection}
              />
            </Cell>
            <Cell className="at-image">
              <Thumbnail
                {...photoAddresses(album.name, photo.name)}
                label={photo.name}
              />
            </Cell>
            <Cell className="at-title">
              <span>{photo.name}</span>
              <Failure>{photo.error}</Failure>
            </Cell>
            <TextCell text={photo.display_name} />
            <TextCell text={photo.desc} />
            <Cell>{photo.date && formatDay(photo.date)}</Cell>
            {orderCell}
            <Cell label="Show">{photo.show ? "Yes" : "No"}</Cell>
            <Cell label="Width">{photo.width}</Cell>
            <Cell label="Height">{photo.height}</Cell>
            <ActionsCell failure={rows.failureOf(photo)}>
              <RowButton of={photo.name} onClick={() => void toggle(photo)}>
                {photo.show ? "Disable" : "Enable"}
              </RowButton>
              <RowButton of={photo.name} onClick={() => setEditing(photo)}>
                Edit
              </RowButton>
              <DeleteButton
                of={photo.name}
                onClick={() => void remove(photo)}
              />
            </ActionsCell>
          </>
        )}
      </SortableTable>
      <BulkBar
        selected={list.selection.selected}
        actions={actions}
        onEnd={() => {
          void list.reload();
          rows.end();
        }}
      />
      {editing && (
        <PhotoDialog
          photo={editing}
          onClose={() => setEditing(undefined)}
          onSaved={(photo) => {
            list.change(photo, photo);
            setEditing(undefined);
          }}
        />
      )}
    </>
  );
}
