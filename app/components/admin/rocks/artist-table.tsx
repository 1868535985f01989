import type { User } from "#domain/artists/answers.ts";
import { UNKNOWN_ARTIST } from "#domain/artists/unknown-artist.ts";
import type { List } from "#app/components/admin/data/use-list.ts";
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
import {
  formatDay,
  formatUsDay,
  yearsBetween,
} from "#app/components/words/days.ts";

const columns = [
  { title: "RA_KEY", field: "ra_key", width: 5.5 },
  { title: "Display Name", field: "display_name" },
  { title: "Relation", field: "relation" },
  { title: "DOB", field: "dob", width: 6.4 },
  { title: "Age", field: "age", width: 4 },
  { title: "Created", field: "create_dt", width: 6.4 },
  { title: "Actions", width: 7.6 },
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
          <Cell className="at-title">{artist.display_name}</Cell>
          <TextCell label="Relation" text={artist.relation} />
          <Cell label="DOB">{artist.dob && formatUsDay(artist.dob)}</Cell>
          <Cell label="Age">
            {artist.dob && yearsBetween(artist.dob, today)}
          </Cell>
          <Cell label="Created">
            {formatDay(artist.create_dt.slice(0, 10))}
          </Cell>
          <ActionsCell failure={failureOf(artist)}>
            <RowButton of={artist.display_name} onClick={() => onEdit(artist)}>
              Edit
            </RowButton>
            <DeleteButton
              of={artist.display_name}
              // Rocks without a known artist need it.
              disabled={artist.display_name === UNKNOWN_ARTIST}
              onClick={() => void remove(artist)}
            />
          </ActionsCell>
        </Row>
      ))}
    </AdminTable>
  );
}
