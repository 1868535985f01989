import type { User } from "#domain/artists/answers.ts";
import { UNKNOWN_ARTIST } from "#domain/artists/unknown-artist.ts";
import type { List } from "#app/components/admin/data/use-list.ts";
import { useRowActions } from "#app/components/admin/table/use-row-actions.ts";
import {
  ActionsCell,
  AdminTable,
  Cell,
  Row,
  RowButton,
} from "#app/components/admin/table/admin-table.tsx";
import {
  formatDay,
  formatUsDay,
  yearsBetween,
} from "#app/components/words/days.ts";

const columns = [
  { title: "RA_KEY", field: "ra_key" },
  { title: "Display Name", field: "display_name" },
  { title: "Relation", field: "relation" },
  { title: "DOB", field: "dob" },
  { title: "Age", field: "age" },
  { title: "Created", field: "create_dt" },
  { title: "Actions" },
];

interface Props {
  list: List<User>;
  sort: string;
  /** YYYY-MM-DD */
  today: string;
  onEdit: (artist: User) => void;
}

export function ArtistTable({ list, sort, today, onEdit }: Props) {
  const { failureOf, remove } = useRowActions(list, {
    one: "user",
    labelOf: ({ display_name }) => display_name,
    deletes: "DELETE /api/users/:raKey",
    sentOf: ({ ra_key }) => ({ params: { raKey: ra_key } }),
    question: () => "Delete this user?",
  });

  return (
    <AdminTable label="Users" columns={columns} sort={sort}>
      {list.items?.map((artist) => (
        <Row key={artist.ra_key}>
          <Cell className="at-corner">{artist.ra_key}</Cell>
          <Cell className="at-title at-title--wide">{artist.display_name}</Cell>
          <Cell label="Relation">{artist.relation}</Cell>
          <Cell label="DOB">{artist.dob && formatUsDay(artist.dob)}</Cell>
          <Cell label="Age">
            {artist.dob && yearsBetween(artist.dob, today)}
          </Cell>
          <Cell label="Created" className="at-date">
            {formatDay(artist.create_dt.slice(0, 10))}
          </Cell>
          <ActionsCell failure={failureOf(artist)}>
            <RowButton of={artist.display_name} onClick={() => onEdit(artist)}>
              Edit
            </RowButton>
            <RowButton
              of={artist.display_name}
              danger
              // Rocks without a known artist need it.
              disabled={artist.display_name === UNKNOWN_ARTIST}
              onClick={() => void remove(artist)}
            >
              Delete
            </RowButton>
          </ActionsCell>
        </Row>
      ))}
    </AdminTable>
  );
}
