import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { UNKNOWN_ARTIST } from "#domain/artists/schemas.ts";
import type { Rock } from "#domain/rocks/answers.ts";
import {
  AdminTable,
  Cell,
  Row,
  RowButton,
} from "#app/components/admin/table/admin-table.tsx";
import { BulkBar } from "#app/components/admin/table/bulk-bar.tsx";
import { callApi } from "#app/components/admin/ui/call-api.ts";
import { ChooseBox } from "#app/components/admin/ui/checkbox-label.tsx";
import { FieldError } from "#app/components/admin/ui/field.tsx";
import { Thumbnail } from "#app/components/admin/ui/picture.tsx";
import { ShowMore } from "#app/components/admin/table/show-more.tsx";
import { usePages } from "#app/components/admin/table/use-pages.ts";
import { useSelection } from "#app/components/admin/table/use-selection.ts";
import {
  catalogueAddress,
  catalogueThumbnailAddress,
} from "#domain/store/media-addresses.ts";

const keyOf = (rock: Rock) => rock.rc_key;
const remove = (key: number) => callApi("DELETE", `/api/rocks/${key}`);

/** The catalogue as a table, loaded page by page. Give it a new `key` for a new sort order. */
export function RockTable({
  first,
  sort,
  onEdit,
}: {
  first: { items: Rock[]; next: string | null };
  sort: string;
  onEdit: (rock: Rock) => void;
}) {
  const pages = usePages("/api/rocks", first, sort, keyOf);
  const selection = useSelection(pages.items.map(keyOf));
  const { revalidate } = useRevalidator();
  const [picked, setPicked] = useState<number>();

  async function removeOne(rock: Rock) {
    if (!window.confirm("Are you sure?")) return;
    setPicked(rock.rc_key);
    try {
      await remove(rock.rc_key);
      pages.drop(rock.rc_key);
      revalidate();
    } catch (error) {
      console.error("Error deleting rock", error);
    } finally {
      setPicked(undefined);
    }
  }

  if (pages.items.length === 0)
    return <p className="admin-empty">No rocks found</p>;
  const columns = [
    {
      title: (
        <ChooseBox
          label="Choose all rocks of this list"
          checked={selection.areAllChosen}
          isMixed={selection.chosen.length > 0 && !selection.areAllChosen}
          onChange={selection.toggleAll}
        />
      ),
    },
    { title: "Image" },
    { title: "Rock", field: "rock_number" },
    { title: "Artists", field: "artists" },
    { title: "Comment", field: "comment" },
    { title: "Created", field: "create_dt" },
    { title: "Actions" },
  ];
  return (
    <>
      <BulkBar
        chosen={selection.chosen}
        onEnd={revalidate}
        actions={[
          {
            label: "Delete",
            isDanger: true,
            confirm: (count) => `Are you sure? ${count} rocks will be deleted.`,
            run: async (key) => {
              await remove(key);
              pages.drop(key);
            },
          },
        ]}
      />
      <AdminTable label="Rocks" columns={columns} sort={sort}>
        {pages.items.map((rock) => (
          <Row key={rock.rc_key}>
            <Cell className="at-choose">
              <ChooseBox
                label={`Choose rock ${rock.rock_number}`}
                checked={selection.isChosen(rock.rc_key)}
                onChange={() => selection.toggle(rock.rc_key)}
              />
            </Cell>
            <Cell className="at-image">
              <Thumbnail
                small={
                  rock.ready
                    ? catalogueThumbnailAddress(rock.rock_number, rock.version)
                    : null
                }
                large={catalogueAddress(rock.rock_number, rock.version)}
                label={`rock ${rock.rock_number}`}
              />
            </Cell>
            <Cell className="at-title">{rock.rock_number}</Cell>
            <Cell label="Artists">
              {rock.artists
                .map(({ display_name }) => display_name)
                .join(", ") || UNKNOWN_ARTIST}
            </Cell>
            <Cell className="at-name" label="Comment">
              {rock.comment}
              <FieldError error={rock.error ?? undefined} />
            </Cell>
            <Cell className="at-date" label="Created">
              {rock.create_dt.slice(0, 10)}
            </Cell>
            <Cell className="at-actions">
              <RowButton
                of={`rock ${rock.rock_number}`}
                onClick={() => onEdit(rock)}
              >
                Edit
              </RowButton>
              <RowButton
                of={`rock ${rock.rock_number}`}
                danger
                disabled={picked === rock.rc_key}
                onClick={() => void removeOne(rock)}
              >
                Delete
              </RowButton>
            </Cell>
          </Row>
        ))}
      </AdminTable>
      {pages.hasMore && <ShowMore state={pages.state} load={pages.loadMore} />}
    </>
  );
}
