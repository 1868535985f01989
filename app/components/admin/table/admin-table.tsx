import { Failure } from "#app/components/fields/failure.tsx";
import { Link, useSearchParams } from "@remix-run/react";
import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { Button } from "#app/components/ui/button.tsx";
import "./admin-table.css";

export interface Column {
  /** A text if the column can be sorted by. */
  title: ReactNode;
  /** The field it sorts by, as `?sort=` names it; absent if it can't be sorted by. */
  field?: string;
}

interface Props {
  /** The name that a screen reader says. */
  label: string;
  columns: Column[];
  /** As in the address: a field, with `-` before it if descending. */
  sort?: string;
  /** For the rules about its columns, for example on a small screen. */
  className?: string;
  /** `Row`s of `Cell`s. */
  children: ReactNode;
}

/**
 * A table that scrolls under its own header, and whose rows are cards on a phone. Its roles are written out
 * because changing `display` removes them.
 */
export function AdminTable({
  label,
  columns,
  sort,
  className,
  children,
}: Props) {
  return (
    <>
      {sort !== undefined && <SortChoice columns={columns} sort={sort} />}
      <div
        className={`admin-table ${className ?? ""}`}
        role="region"
        aria-label={label}
        tabIndex={0}
      >
        <table role="table" aria-label={label}>
          <thead role="rowgroup">
            <tr role="row">
              {columns.map((column, place) => (
                <Header key={place} column={column} sort={sort} />
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">{children}</tbody>
        </table>
      </div>
    </>
  );
}

/** Sorts on a phone, where the rows are cards without a header. */
function SortChoice({ columns, sort }: { columns: Column[]; sort: string }) {
  const [, setQuery] = useSearchParams();
  return (
    <label className="sort-choice">
      Sort by
      <select
        className="control"
        value={sort}
        onChange={({ currentTarget }) => {
          const { value } = currentTarget;
          setQuery(
            (query) => {
              query.set("sort", value);
              return query;
            },
            { preventScrollReset: true },
          );
        }}
      >
        {columns.flatMap(({ title, field }) =>
          field
            ? [
                <option key={field} value={field}>
                  {title} ↑
                </option>,
                <option key={`-${field}`} value={`-${field}`}>
                  {title} ↓
                </option>,
              ]
            : [],
        )}
      </select>
    </label>
  );
}

function Header({ column, sort }: { column: Column; sort?: string }) {
  const { title, field } = column;
  const [query] = useSearchParams();
  if (!field)
    return (
      <th role="columnheader" scope="col">
        <span>{title}</span>
      </th>
    );
  const order =
    sort === field
      ? "ascending"
      : sort === `-${field}`
        ? "descending"
        : undefined;
  const to = new URLSearchParams(query);
  to.set("sort", order === "ascending" ? `-${field}` : field);
  return (
    <th role="columnheader" scope="col" aria-sort={order}>
      <Link to={`?${to}`} preventScrollReset>
        {title}
        {order && (
          <span aria-hidden="true">{order === "ascending" ? "↑" : "↓"}</span>
        )}
      </Link>
    </th>
  );
}

export const Row = (row: ComponentPropsWithoutRef<"tr">) => (
  <tr role="row" {...row} />
);

/** `label` is shown before the value on a phone, because there is no header. */
export function Cell({
  label,
  ...cell
}: ComponentPropsWithoutRef<"td"> & { label?: string }) {
  return <td role="cell" data-label={label} {...cell} />;
}

/** A row's buttons, and why the last thing that was tried with the row has not worked. */
export const ActionsCell = ({
  failure,
  children,
}: {
  failure: ReactNode;
  children: ReactNode;
}) => (
  <Cell className="at-actions">
    {children}
    <Failure className="at-failure">{failure}</Failure>
  </Cell>
);

/** One of a row's actions. A screen reader also says `of`: the row that it is about. */
export const RowButton = ({
  of,
  danger = false,
  children,
  ...button
}: Pick<ComponentPropsWithoutRef<"button">, "disabled" | "onClick"> & {
  of: string;
  danger?: boolean;
  children: string;
}) => (
  <Button look={danger ? "danger" : "mini"} {...button}>
    {children}
    <span className="sr"> {of}</span>
  </Button>
);
