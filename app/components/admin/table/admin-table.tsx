import { Failure } from "#app/components/fields/failure.tsx";
import { Link, useSearchParams } from "@remix-run/react";
import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { useAdminLayout } from "#app/components/admin/data/use-admin-layout.ts";
import { Button } from "#app/components/ui/button.tsx";
import type { Elements } from "#app/components/language/in-elements.tsx";
import "./admin-table.css";

export interface Column {
  /** A text if the column can be sorted by. */
  title: ReactNode;
  /** The field it sorts by, as `?sort=` names it; absent if it can't be sorted by. */
  field?: string;
  /** In rem. The columns without one share the rest. */
  width?: number;
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
 * A table under a header that stays in sight. Where it has too little room, its rows are cards. Its roles are written
 * out because changing `display` removes them.
 */
export function AdminTable({
  label,
  columns,
  sort,
  className,
  children,
}: Props) {
  return (
    <div
      className={`admin-table ${className ?? ""}`}
      style={{ fontSize: `${widthOf(columns)}rem` }}
    >
      {sort !== undefined && <SortChoice columns={columns} sort={sort} />}
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
  );
}

/** The least width of a column that shares what the others leave, in rem. */
const SHARE_MIN = 7;

/** With less, the rows are cards. */
const widthOf = (columns: Column[]) =>
  columns.reduce((sum, { width = SHARE_MIN }) => sum + width, 0);

/** Sorts where the rows are cards without a header. */
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
                  {`${title} ↑`}
                </option>,
                <option key={`-${field}`} value={`-${field}`}>
                  {`${title} ↓`}
                </option>,
              ]
            : [],
        )}
      </select>
    </label>
  );
}

function Header({ column, sort }: { column: Column; sort?: string }) {
  const { title, field, width } = column;
  const style = { width: width && `${width}rem` };
  const [query] = useSearchParams();
  if (!field)
    return (
      <th role="columnheader" scope="col" style={style}>
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
    <th role="columnheader" scope="col" aria-sort={order} style={style}>
      <Link to={`?${to}`} preventScrollReset>
        <span>{title}</span>
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

/** `label` is shown before the value on a card, because there is no header. */
export function Cell({
  label,
  ...cell
}: ComponentPropsWithoutRef<"td"> & { label?: string }) {
  return <td role="cell" data-label={label} {...cell} />;
}

/** A long text, which ends after a few lines. */
export const TextCell = ({
  text,
  lang,
  children,
  ...cell
}: Omit<ComponentPropsWithoutRef<typeof Cell>, "lang" | "children"> & {
  text: string;
  /** Of the text; null if it isn't known. */
  lang?: string | null;
  children?: Elements;
}) => (
  <Cell title={text} {...cell}>
    {text && (
      <span className="clamp" lang={lang ?? undefined}>
        {text}
      </span>
    )}
    {children}
  </Cell>
);

/** A row's buttons, and why the last thing that was tried with the row has not worked. */
export const ActionsCell = ({
  failure,
  children,
}: {
  failure: ReactNode;
  children: Elements;
}) => (
  <Cell className="at-actions">
    {children}
    <Failure className="at-failure">{failure}</Failure>
  </Cell>
);

interface RowButtonProps extends Pick<
  ComponentPropsWithoutRef<"button">,
  "disabled" | "onClick" | "title"
> {
  /** The row that it is about, for a screen reader. */
  of: string;
  danger?: boolean;
  children: string;
}

/** One of a row's actions. */
export const RowButton = ({
  of,
  danger = false,
  children,
  ...button
}: RowButtonProps) => (
  <Button look={danger ? "danger" : "mini"} {...button}>
    <span>{children}</span>
    <span className="sr">{` ${of}`}</span>
  </Button>
);

/** 'Delete', which says before it is pressed if nothing is kept. */
export const DeleteButton = (button: Omit<RowButtonProps, "children">) => (
  <RowButton
    danger
    title={
      useAdminLayout()?.trashDays === 0 ? "Deletes it for good" : undefined
    }
    {...button}
  >
    Delete
  </RowButton>
);
