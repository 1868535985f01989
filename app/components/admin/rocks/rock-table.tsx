import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import {
  catalogueAddress,
  catalogueThumbnailAddress,
} from "#domain/store/media-addresses.ts";
import { formatCount } from "#domain/core/words.ts";
import { UNKNOWN_ARTIST } from "#domain/artists/unknown-artist.ts";
import type { Rock } from "#domain/rocks/answers.ts";
import { useList, type Page } from "#app/components/admin/data/use-list.ts";
import { useRowActions } from "#app/components/admin/table/use-row-actions.ts";
import {
  ActionsCell,
  AdminTable,
  Cell,
  DeleteButton,
  Row,
  RowButton,
  TextCell,
} from "#app/components/admin/table/admin-table.tsx";
import { BulkBar } from "#app/components/admin/table/bulk-bar.tsx";
import {
  AllRowsCheckbox,
  RowCheckbox,
} from "#app/components/admin/table/row-checkbox.tsx";
import { ShowMore } from "#app/components/admin/table/show-more.tsx";
import { Failure } from "#app/components/fields/failure.tsx";
import { EmptyState } from "#app/components/admin/ui/empty-state.tsx";
import { Thumbnail } from "#app/components/admin/ui/picture.tsx";
import { formatDay } from "#app/components/words/days.ts";

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
  const rocks = list.items ?? [];
  const { revalidate } = useRevalidator();
  const { failureOf, remove, deletion, end } = useRowActions(list, {
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
  const [deleting, setDeleting] = useState<Rock>();

  async function removeOne(rock: Rock) {
    setDeleting(rock);
    await remove(rock);
    setDeleting(undefined);
  }

  if (rocks.length === 0)
    return (
      <EmptyState>
        <b>No rocks found</b> Create Rock makes the first one.
      </EmptyState>
    );
  const columns = [
    {
      title: (
        <AllRowsCheckbox
          label="Choose all rocks of this list"
          selection={list.selection}
        />
      ),
      width: 3.05,
    },
    { title: "Image", width: 4 },
    { title: "Rock", field: "rock_number", width: 4.5 },
    { title: "Artists", field: "artists" },
    { title: "Comment", field: "comment" },
    { title: "Followers", width: 5 },
    { title: "Created", field: "create_dt", width: 7 },
    { title: "Actions", width: 7.6 },
  ];
  return (
    <>
      <AdminTable label="Rocks" columns={columns} sort={sort}>
        {rocks.map((rock) => (
          <Row key={rock.rc_key}>
            <Cell className="at-choose">
              <RowCheckbox
                label={`Choose rock ${rock.rock_number}`}
                item={rock}
                selection={list.selection}
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
            <TextCell
              label="Artists"
              text={
                rock.artists
                  .map(({ display_name }) => display_name)
                  .join(", ") || UNKNOWN_ARTIST
              }
            />
            <TextCell label="Comment" text={rock.comment}>
              <Failure>{rock.error}</Failure>
            </TextCell>
            <Cell label="Followers">{formatCount(rock.followers)}</Cell>
            <Cell label="Created">
              {formatDay(rock.create_dt.slice(0, 10))}
            </Cell>
            <ActionsCell failure={failureOf(rock)}>
              <RowButton
                of={`rock ${rock.rock_number}`}
                onClick={() => onEdit(rock)}
              >
                Edit
              </RowButton>
              <DeleteButton
                of={`rock ${rock.rock_number}`}
                disabled={deleting === rock}
                onClick={() => void removeOne(rock)}
              />
            </ActionsCell>
          </Row>
        ))}
      </AdminTable>
      <BulkBar
        selected={list.selection.selected}
        onEnd={end}
        actions={[deletion]}
      />
      <ShowMore list={list} />
    </>
  );
}
