import { Failure } from "#app/components/fields/failure.tsx";
import { Link, useSearchParams } from "@remix-run/react";
import {
  useEffect,
  useRef,
  useState,
  type ComponentPropsWithoutRef,
  type ReactElement,
  type ReactNode,
} from "react";
import { useTrashDays } from "#app/components/admin/data/use-save.ts";
import type { List } from "#app/components/admin/data/use-list.ts";
import { Button } from "#app/components/ui/button.tsx";
import {
  inElements,
  type Elements,
} from "#app/components/language/in-elements.tsx";
import "./admin-table.css";

interface ColumnOptions<Item> {
  /** The field it sorts by, as `?sort=` names it; absent if it can't be sorted by. */
  field?: string;
  /** In rem. The columns without one share the rest. */
  width?: number;
  /** Its place on a card. */
  className?: string;
  /** Whether a card, which has no header, says the title before the value. By default one without a `className` does. */
  isNamed?: boolean;
  /** Of the text; null if it isn't known. */
  lang?: (item: Item) => string | null;
}

/** A column of a table, and its cell for an item: a text, something else, or both. */
export interface Column<Item> extends ColumnOptions<Item> {
  /** A text if the column can be sorted by, or is named on cards. */
  title: ReactNode;
  /** Ends after a few lines. */
  text?: (item: Item) => string;
  cell?: (item: Item) => ReactNode;
}

export const column = <Item,>(
  title: string,
  options: ColumnOptions<Item>,
  cell: (item: Item) => ReactNode,
): Column<Item> => ({ title, ...options, cell });

export const textColumn = <Item,>(
  title: string,
  options: ColumnOptions<Item>,
  text: (item: Item) => string,
  cell?: (item: Item) => ReactNode,
): Column<Item> => ({ title, ...options, text, cell });

type RowAttributes = ComponentPropsWithoutRef<"tr">;

interface TableProps<Item> {
  label: string;
  columns: Column<Item>[];
  list: Pick<List<Item>, "items" | "keyOf">;
  /** As in the address: a field, with `-` before it if descending. */
  sort?: string;
  /** For the rules about its columns, for example on a small screen. */
  className?: string;
  rowAttributes?: (item: Item) => RowAttributes;
  /** Renders a row in place of the table. */
  row?: (item: Item, cells: ReactElement[]) => ReactElement;
}

/**
 * A table under a header that stays in sight. Where it has too little room, its rows are cards. Its roles are written
 * out because changing `display` removes them.
 */
export function AdminTable<Item>({
  label,
  columns,
  list: { items, keyOf },
  sort,
  className = "",
  rowAttributes,
  row = (item, cells) => (
    <tr role="row" key={keyOf(item)} {...rowAttributes?.(item)}>
      {cells}
    </tr>
  ),
}: TableProps<Item>) {
  return (
    <div
      className={`admin-table ${className}`}
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
        <tbody role="rowgroup">
          {items?.map((item) =>
            row(
              item,
              columns.map((column, place) => (
                <Cell key={place} column={column} item={item} />
              )),
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}

function Cell<Item>({
  column: { title, className, isNamed = !className, text, lang, cell },
  item,
}: {
  column: Column<Item>;
  item: Item;
}) {
  const words = text?.(item);
  return (
    <td
      role="cell"
      className={className}
      data-label={isNamed ? title : undefined}
      title={words}
    >
      {words && (
        <span className="clamp" lang={lang?.(item) ?? undefined}>
          {words}
        </span>
      )}
      {inElements(cell?.(item))}
    </td>
  );
}

export const chooseColumn = <Item,>(
  { selection }: List<Item>,
  all: string,
  labelOf: (item: Item) => string,
): Column<Item> => ({
  title: (
    <RowCheckbox
      label={all}
      checked={selection.areAll}
      isMixed={selection.selected.length > 0 && !selection.areAll}
      onChange={selection.toggleAll}
    />
  ),
  width: 3.05,
  className: "at-choose",
  cell: (item) => (
    <RowCheckbox
      label={labelOf(item)}
      checked={selection.has(item)}
      onChange={() => selection.toggle(item)}
    />
  ),
});

function RowCheckbox({
  label,
  isMixed = false,
  ...input
}: ComponentPropsWithoutRef<"input"> & { label: string; isMixed?: boolean }) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    box.current!.indeterminate = isMixed;
  }, [isMixed]);
  return (
    <label className="row-checkbox">
      <input ref={box} type="checkbox" aria-label={label} {...input} />
    </label>
  );
}

/** A row's buttons, and why the last thing that was tried with the row has not worked. */
export const actionsColumn = <Item,>(
  width: number,
  failureOf: (item: Item) => ReactNode,
  buttons: (item: Item) => Elements,
): Column<Item> => ({
  title: "Actions",
  width,
  className: "at-actions",
  cell: (item) => (
    <>
      {buttons(item)}
      <Failure className="at-failure">{failureOf(item)}</Failure>
    </>
  ),
});

/** The least width of a column that shares what the others leave, in rem. */
const SHARE_MIN = 7;

/** With less, the rows are cards. */
const widthOf = <Item,>(columns: Column<Item>[]) =>
  columns.reduce((sum, { width = SHARE_MIN }) => sum + width, 0);

/** Sorts where the rows are cards without a header. */
function SortChoice<Item>({
  columns,
  sort,
}: {
  columns: Column<Item>[];
  sort: string;
}) {
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

function Header<Item>({
  column,
  sort,
}: {
  column: Column<Item>;
  sort?: string;
}) {
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

interface RowButtonProps extends Pick<
  ComponentPropsWithoutRef<"button">,
  "disabled" | "onClick" | "title"
> {
  /** The row that it is about, for a screen reader. */
  of: string;
  danger?: boolean;
  children: string;
}

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
    title={useTrashDays() === 0 ? "Deletes it for good" : undefined}
    {...button}
  >
    Delete
  </RowButton>
);

export interface BulkAction<Item> {
  label: string;
  confirm?: (count: number) => string;
  isDanger?: boolean;
  /** Does it to one row. Resolves with whether it has worked. */
  run: (item: Item) => Promise<boolean>;
}

/** Actions on all selected rows. They run on one row after the other, so that it is clear how far they got. */
export function BulkBar<Item>({
  selected,
  actions,
  onEnd,
}: {
  selected: Item[];
  actions: BulkAction<Item>[];
  onEnd: () => void;
}) {
  const [running, setRunning] = useState<{
    label: string;
    done: number;
    of: number;
  }>();
  const [failed, setFailed] = useState(0);

  async function start({ label, confirm, run }: BulkAction<Item>) {
    if (confirm && !window.confirm(confirm(selected.length))) return;
    let failures = 0;
    setFailed(0);
    for (const [done, item] of selected.entries()) {
      setRunning({ label, done, of: selected.length });
      if (!(await run(item))) failures++;
    }
    setRunning(undefined);
    setFailed(failures);
    onEnd();
  }

  if (selected.length === 0 && !running && failed === 0) return null;
  return (
    <div
      className="bulk-bar raised wash row"
      role="group"
      aria-label="Chosen rows"
    >
      <span role="status">
        {running
          ? `${running.label}: ${running.done} of ${running.of}`
          : `${selected.length} chosen`}
      </span>
      <Failure>{failed > 0 && `${failed} could not be changed.`}</Failure>
      {actions.map((action) => (
        <Button
          key={action.label}
          look={action.isDanger ? "danger" : "mini"}
          busy={running?.label === action.label}
          disabled={running !== undefined || selected.length === 0}
          onClick={() => void start(action)}
        >
          {action.label}
        </Button>
      ))}
    </div>
  );
}

export const ShowMore = <Item,>({
  list: { hasMore, more, loadMore },
}: {
  list: List<Item>;
}) =>
  hasMore ? (
    <p className="admin-more">
      {more === "failed" && (
        <span role="alert">The next page could not be loaded. </span>
      )}
      <Button
        look="quiet"
        busy={more === "loading"}
        onClick={() => void loadMore()}
      >
        {more === "loading" ? "Loading..." : "Show more"}
      </Button>
    </p>
  ) : null;

/** A list, with notices while it is loading, when loading failed, and when it is empty. */
export function ListStates<Item>({
  list: { items, failed, isLoading, refresh },
  words,
  children,
}: {
  list: List<Item>;
  words: { loading: string; empty: ReactNode; failed: string };
  children: (items: Item[]) => Elements;
}) {
  return (
    <>
      {failed && (
        <p className="soft" role="alert">
          <span>{`${words.failed} `}</span>
          <Button look="mini" onClick={() => void refresh()}>
            Try again
          </Button>
        </p>
      )}
      {isLoading && (
        <p className="soft" role="status">
          {words.loading}
        </p>
      )}
      {items?.length === 0 ? (
        <div className="soft">{words.empty}</div>
      ) : (
        items && children(items)
      )}
    </>
  );
}
