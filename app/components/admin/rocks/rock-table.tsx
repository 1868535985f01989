import { useRevalidator } from "@remix-run/react";
import {
  catalogueAddress,
  catalogueThumbnailAddress,
} from "#domain/store/media-addresses.ts";
import { formatCount } from "#core/words.ts";
import { UNKNOWN_ARTIST } from "#domain/artists/unknown-artist.ts";
import type { Rock } from "#domain/rocks/answers.ts";
import { useList, type Page } from "#app/components/admin/data/use-list.ts";
import { useRowActions } from "#app/components/admin/table/use-row-actions.ts";
import {
  actionsColumn,
  chooseColumn,
  column,
  textColumn,
  type Column,
  AdminTable,
  DeleteButton,
  RowButton,
  BulkBar,
  ShowMore,
} from "#app/components/admin/table/admin-table.tsx";
import { Failure } from "#app/components/fields/failure.tsx";
import { EmptyState } from "#app/components/admin/ui/empty-state.tsx";
import { Thumbnail } from "#app/components/admin/ui/picture.tsx";
import { formatDay } from "#app/components/language/english.ts";

const keyOf = (rock: Rock) => rock.rc_key;
const isBeingMade = ({ ready, error }: Rock) => !ready && !error;

/** The catalogue as a table, page by page. Give it a new `key` for a new sort order. */
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
  const { busy, failureOf, remove, deletion, end } = useRowActions(list, {
    one: "rock",
    labelOf: ({ rock_number }) => `Rock ${rock_number}`,
    deletes: "DELETE /api/rocks/:rcKey",
    sentOf: ({ rc_key }) => ({ params: { rcKey: rc_key } }),
    question: (count) =>
      count === 1
        ? "Are you sure?"
        : `Are you sure? ${count} rocks will be deleted.`,
    onDeleted: revalidate,
  });

  if (list.items?.length === 0)
    return (
      <EmptyState>
        <b>No rocks found</b> Create Rock makes the first one.
      </EmptyState>
    );
  const columns: Column<Rock>[] = [
    chooseColumn(
      list,
      "Choose all rocks of this list",
      ({ rock_number }) => `Choose rock ${rock_number}`,
    ),
    column("Image", { width: 4, className: "at-image" }, (rock) => (
      <Thumbnail
        small={
          rock.ready
            ? catalogueThumbnailAddress(rock.rock_number, rock.version)
            : null
        }
        large={catalogueAddress(rock.rock_number, rock.version)}
        label={`rock ${rock.rock_number}`}
      />
    )),
    column(
      "Rock",
      { field: "rock_number", width: 4.5, className: "at-title" },
      ({ rock_number }) => rock_number,
    ),
    textColumn(
      "Artists",
      { field: "artists" },
      ({ artists }) =>
        artists.map(({ display_name }) => display_name).join(", ") ||
        UNKNOWN_ARTIST,
    ),
    textColumn(
      "Comment",
      { field: "comment" },
      ({ comment }) => comment,
      ({ error }) => <Failure>{error}</Failure>,
    ),
    column("Followers", { width: 5 }, (rock) => formatCount(rock.followers)),
    column("Created", { field: "create_dt", width: 7 }, (rock) =>
      formatDay(rock.create_dt.slice(0, 10)),
    ),
    actionsColumn(7.6, failureOf, (rock) => (
      <>
        <RowButton of={`rock ${rock.rock_number}`} onClick={() => onEdit(rock)}>
          Edit
        </RowButton>
        <DeleteButton
          of={`rock ${rock.rock_number}`}
          disabled={busy === rock}
          onClick={() => void remove(rock)}
        />
      </>
    )),
  ];
  return (
    <>
      <AdminTable label="Rocks" columns={columns} list={list} sort={sort} />
      <BulkBar
        selected={list.selection.selected}
        onEnd={end}
        actions={[deletion]}
      />
      <ShowMore list={list} />
    </>
  );
}
