import type { AdminAlbum } from "#domain/albums/answers.ts";
import {
  AdminTable,
  Cell,
  Row,
  RowButton,
} from "#app/components/admin/table/admin-table.tsx";
import { albumPicture } from "./album-picture.ts";
import { callApi } from "#app/components/admin/ui/call-api.ts";
import { OrderCell } from "#app/components/admin/table/order-cell.tsx";
import { Thumbnail } from "#app/components/admin/ui/picture.tsx";
import type { useList } from "#app/components/admin/table/use-list.ts";
import { useOrder } from "#app/components/admin/table/use-order.ts";

const columns = [
  { title: "Image" },
  { title: "Name" },
  { title: "Display Name" },
  { title: "Description" },
  { title: "Order" },
  { title: "Show" },
  { title: "Count" },
  { title: "Actions" },
];

interface Props {
  albums: AdminAlbum[];
  onChange: ReturnType<typeof useList<AdminAlbum>>["setItems"];
  /** Told of what the server would not do. */
  onFailed: (what: string, error: unknown) => void;
  onEdit: (album: AdminAlbum) => void;
  onDelete: (album: AdminAlbum) => void;
}

export function AlbumsTable({
  albums,
  onChange,
  onFailed,
  onEdit,
  onDelete,
}: Props) {
  const { shown, placeOf, said } = useOrder({
    items: albums,
    keyOf: ({ pa_key }) => pa_key,
    nameOf: ({ name }) => name,
    swap: async (a, b) =>
      (
        await callApi<AdminAlbum[]>("POST", "/api/albums/reorder", {
          a_key: a.pa_key,
          a_order: a.order_num,
          b_key: b.pa_key,
          b_order: b.order_num,
        })
      ).answer,
    reorder: async (order) =>
      (
        await callApi<AdminAlbum[]>("POST", "/api/albums/reorder-all", {
          order,
        })
      ).answer,
    onMoved: onChange,
    onFailed: (error) => onFailed("Error moving album", error),
  });

  async function toggle(album: AdminAlbum) {
    try {
      await callApi("PATCH", `/api/albums/${album.pa_key}/show`, {
        show: !album.show,
      });
      const { answer } = await callApi<AdminAlbum>(
        "GET",
        `/api/albums/${album.pa_key}`,
      );
      onChange((now) =>
        now?.map((other) => (other.pa_key === album.pa_key ? answer : other)),
      );
    } catch (error) {
      onFailed("Error toggling album", error);
    }
  }

  return (
    <>
      <AdminTable label="Albums" columns={columns} className="albums-table">
        {shown.map((album, index) => {
          const place = placeOf(album, index);
          return (
            <Row
              key={album.pa_key}
              data-key={album.pa_key}
              className={`${album.show ? "" : "is-hidden"} ${place.isDragged ? "is-dragged" : ""}`}
            >
              <Cell className="at-image">
                <Thumbnail
                  {...albumPicture(album.name, album.first_image_name)}
                  label={`the first picture of ${album.name}`}
                />
              </Cell>
              <Cell className="at-title at-name">{album.name}</Cell>
              <Cell className="at-text al-display">{album.display_name}</Cell>
              <Cell className="at-text al-desc" title={album.desc}>
                {album.desc}
              </Cell>
              <OrderCell place={place} />
              <Cell className="al-show" label="Show">
                {album.show ? "Yes" : "No"}
              </Cell>
              <Cell className="al-count" label="Count">
                {album.count}
              </Cell>
              <Cell className="at-actions">
                <RowButton of={album.name} onClick={() => void toggle(album)}>
                  {album.show ? "Disable" : "Enable"}
                </RowButton>
                <RowButton of={album.name} onClick={() => onEdit(album)}>
                  Edit
                </RowButton>
                <RowButton
                  of={album.name}
                  danger
                  onClick={() => onDelete(album)}
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
    </>
  );
}
