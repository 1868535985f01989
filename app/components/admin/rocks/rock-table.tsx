import { useRevalidator } from "@remix-run/react";
import {
  catalogueAddress,
  catalogueThumbnailAddress,
} from "#domain/store/media-addresses.ts";
import { formatCount } from "#core/words.ts";
import { UNKNOWN_ARTIST } from "#domain/artists/unknown-artist.ts";
import type { Rock } from "#domain/rocks/answers.ts";
import { useList, type Page } from "#app/components/admin/data/use-list.ts";
import { useRowActions } from "#app/components/admin/table/row-actions.ts";
import {
  AdminTable,
  column,
  imageColumn,
  type Column,
} from "#app/components/admin/table/admin-table.tsx";
import { Failure } from "#app/components/fields/field.tsx";
import { EmptyState } from "#app/components/admin/ui/screen.tsx";
import { Thumbnail } from "#app/components/admin/ui/picture.tsx";
import { formatDay } from "#app/components/language/english.ts";

const keyOf = (rock: Rock) => rock.rc_key;
const isBeingMade = ({ ready, error }: Rock) => !ready && !error;

const COLUMNS: Column<Rock>[] = [
  imageColumn(({ ready, rock_number, version }) => (
    <Thumbnail
      small={ready ? catalogueThumbnailAddress(rock_number, version) : null}
      large={catalogueAddress(rock_number, version)}
      label={`rock ${rock_number}`}
    />
  )),
  { title: "Rock", field: "rock_number", width: 4.5, className: "at-title" },
  {
    title: "Artists",
    field: "artists",
    text: ({ artists }) =>
      artists.map(({ display_name }) => display_name).join(", ") ||
      UNKNOWN_ARTIST,
  },
  {
    title: "Comment",
    field: "comment",
    text: ({ comment }) => comment,
    cell: ({ error }) => <Failure>{error}</Failure>,
  },
  column("Followers", { width: 5 }, (rock) => formatCount(rock.followers)),
  column("Created", { field: "create_dt", width: 7 }, (rock) =>
    formatDay(rock.create_dt),
  ),
];

/** The catalogue as a table, page by page. */
export function RockTable({
  first,
  sort,
  onEdit,
}: {
  first: Page<Rock>;
  sort: string;
  onEdit: (rock: Rock) => void;
}) {
  const list = useList(
    "GET /api/rocks",
    {},
    { keyOf, first, sort, isUnderWay: isBeingMade },
  );
  const { revalidate } = useRevalidator();
  const rows = useRowActions(list, {
    one: "rock",
    nameOf: ({ rock_number }) => `rock ${rock_number}`,
    labelOf: ({ rock_number }) => `Rock ${rock_number}`,
    deletes: "DELETE /api/rocks/:rcKey",
    sentOf: ({ rc_key }) => ({ params: { rcKey: rc_key } }),
    question: ({ length }) =>
      length === 1
        ? "Are you sure?"
        : `Are you sure? ${length} rocks will be deleted.`,
    onDeleted: revalidate,
  });
  return (
    <AdminTable
      label="Rocks"
      rows={rows}
      sort={sort}
      words={{
        empty: (
          <EmptyState>
            <b>No rocks found</b> Create Rock makes the first one.
          </EmptyState>
        ),
      }}
      columns={COLUMNS}
      chooses="rocks of this list"
      actions={[rows.deletion]}
      onEdit={onEdit}
      onDelete={rows.remove}
    />
  );
}
