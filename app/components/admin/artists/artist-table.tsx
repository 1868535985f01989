import type { User } from "#domain/artists/answers.ts";
import { UNKNOWN_ARTIST } from "#domain/artists/schemas.ts";
import {
  AdminTable,
  Cell,
  Row,
  RowButton,
} from "#app/components/admin/table/admin-table.tsx";
import { callApi } from "#app/components/admin/ui/call-api.ts";
import { asUsDay, yearsBetween } from "#app/components/admin/ui/days.ts";

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
  users: User[];
  sort: string;
  /** YYYY-MM-DD */
  today: string;
  onEdit: (user: User) => void;
  onDeleted: () => void;
}

export function UserTable({ users, sort, today, onEdit, onDeleted }: Props) {
  async function remove(user: User) {
    if (!window.confirm("Delete this user?")) return;
    try {
      await callApi("DELETE", `/api/users/${user.ra_key}`);
      onDeleted();
    } catch (error) {
      console.error("Error deleting user", error);
    }
  }

  return (
    <AdminTable label="Users" columns={columns} sort={sort}>
      {users.map((user) => (
        <Row key={user.ra_key}>
          <Cell className="at-corner">{user.ra_key}</Cell>
          <Cell className="at-title at-title--wide">{user.display_name}</Cell>
          <Cell label="Relation">{user.relation}</Cell>
          <Cell label="DOB">{user.dob && asUsDay(user.dob)}</Cell>
          <Cell label="Age">{user.dob && yearsBetween(user.dob, today)}</Cell>
          <Cell label="Created" className="at-date">
            {user.create_dt.slice(0, 10)}
          </Cell>
          <Cell className="at-actions">
            <RowButton of={user.display_name} onClick={() => onEdit(user)}>
              Edit
            </RowButton>
            <RowButton
              of={user.display_name}
              danger
              // Rocks of unknown artists need it.
              disabled={user.display_name === UNKNOWN_ARTIST}
              onClick={() => void remove(user)}
            >
              Delete
            </RowButton>
          </Cell>
        </Row>
      ))}
    </AdminTable>
  );
}
