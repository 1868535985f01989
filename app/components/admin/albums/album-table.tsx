import type { AdminAlbum } from "#domain/albums/answers.ts";
import {
  ActionsCell,
  Cell,
  DeleteButton,
  RowButton,
  TextCell,
} from "#app/components/admin/table/admin-table.tsx";
import type { List } from "#app/components/admin/data/use-list.ts";
import type { useRowActions } from "#app/components/admin/table/use-row-actions.ts";
import type { Save } from "#app/components/admin/data/use-save.ts";
import { SortableTable } from "#app/components/admin/table/sortable-table.tsx";
import { Thumbnail } from "#app/components/admin/ui/picture.tsx";
import { photoAddresses } from "./addresses.ts";

const columns = [
  { title: "Image", width: 5 },
  { title: "Name" },
  { title: "Display Name" },
  { title: "Description" },
  { title: "Order", width: 7.4 },
  { title: "Show", width: 3.6 },
  { title: "Count", width: 4 },
  { title: "Actions", width: 11.4 },
];

interface Props {
  list: List<AdminAlbum>;
  albums: AdminAlbum[];
  save: Save;
  onEdit: (album: AdminAlbum) => void;
  onDelete: (album: AdminAlbum) => void;
  /** Calls about one album. */
  rows: ReturnType<
    typeof useRowActions<AdminAlbum, "DELETE /api/albums/:paKey">
  >;
}

export function AlbumTable({
  list,
  albums,
  save,
  onEdit,
  onDelete,
  rows,
}: Props) {
  async function toggle(album: AdminAlbum) {
    const params = { paKey: album.pa_key };
    const body = { show: !album.show };
    const toggled = await rows.call(album, "PATCH /api/albums/:paKey/show", {
      params,
      body,
    });
    const now =
      toggled.ok && (await save.call("GET /api/albums/:paKey", { params }));
    if (now && now.ok) list.change(album, now.answer);
    else void list.reload();
  }

  return (
    <SortableTable
      label="Albums"
      columns={columns}
      className="albums-table"
      list={list}
      items={albums}
      nameOf={({ name }) => name}
      isHidden={({ show }) => !show}
      swap={(a, b) =>
        save.call("POST /api/albums/reorder", {
          body: {
            a_key: a.pa_key,
            a_order: a.order_num,
            b_key: b.pa_key,
            b_order: b.order_num,
          },
        })
      }
      saveOrder={(order) =>
        save.call("POST /api/albums/reorder-all", {
          body: { order: order.map(({ pa_key }) => pa_key) },
        })
      }
    >
      {(album, orderCell) => (
        <>
          <Cell className="at-image">
            <Thumbnail
              {...photoAddresses(album.name, album.first_image_name)}
              label={`the first picture of ${album.name}`}
            />
          </Cell>
          <Cell className="at-title">{album.name}</Cell>
          <TextCell className="al-display" text={album.display_name} />
          <TextCell className="al-desc" text={album.desc} />
          {orderCell}
          <Cell className="al-show" label="Show">
            {album.show ? "Yes" : "No"}
          </Cell>
          <Cell className="al-count" label="Count">
            {album.count}
          </Cell>
          <ActionsCell failure={rows.failureOf(album)}>
            <RowButton of={album.name} onClick={() => void toggle(album)}>
              {album.show ? "Disable" : "Enable"}
            </RowButton>
            <RowButton of={album.name} onClick={() => onEdit(album)}>
              Edit
            </RowButton>
            <DeleteButton of={album.name} onClick={() => onDelete(album)} />
          </ActionsCell>
        </>
      )}
    </SortableTable>
  );
}
