import { Link, useNavigate } from "@remix-run/react";
import {
  useEffect,
  useRef,
  useState,
  type ComponentPropsWithoutRef,
  type ReactElement,
  type ReactNode,
  type RefObject,
} from "react";
import { useTrashDays } from "#app/components/admin/data/use-save.ts";
import { useKeptFocus } from "#app/components/admin/data/use-kept-focus.ts";
import type { List } from "#app/components/admin/data/use-list.ts";
import { Failure } from "#app/components/fields/field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import {
  inElements,
  type Elements,
} from "#app/components/language/in-elements.tsx";
import type { BulkAction, Rows } from "./row-actions.ts";
import "./admin-table.css";

/** A column of a table, and its cell for an item: a text, something else, or both. */
export interface Column<Item> {
  /** A text if the column can be sorted by, or is named on cards. */
  title: ReactNode;
  /** The field whose value it shows, unless it has a `cell`. A sorted table sorts by it, as `?sort=` names it. */
  field?: string;
  /** In rem. The columns without one share the rest. */
  width?: number;
  className?: string;
  /** Whether a card, which has no header, says the title before the value. By default one without a `className` does. */
  isNamed?: boolean;
  text?: (item: Item) => string;
  lang?: (item: Item) => string | null;
  cell?: (item: Item) => ReactNode;
}

export const column = <Item,>(
  title: string,
  options: Omit<Column<Item>, "title" | "cell">,
  cell: (item: Item) => ReactNode,
): Column<Item> => ({ title, ...options, cell });

export const imageColumn = <Item,>(
  cell: (item: Item) => ReactNode,
  title = "Image",
): Column<Item> => ({ title, width: 4, className: "at-image", cell });

/** On cards the number is not alone. */
export const ROCK_COLUMN = {
  title: "Rock",
  field: "rock_number",
  width: 4.5,
  className: "at-title",
  isNamed: true,
};

interface TableProps<Item> {
  label: string;
  columns: Column<Item>[];
  list: Pick<List<Item>, "items" | "keyOf"> & { sort?: string };
  /** Renders a row in place of the table. */
  row?: (item: Item, cells: ReactElement[]) => ReactElement;
}

/**
 * A table under a header that stays in sight. Where it has too little room, its rows are cards. Its roles are written
 * out because changing `display` removes them.
 */
export function Table<Item>({
  label,
  columns,
  list: { items, keyOf, sort },
  row = (item, cells) => (
    <tr
      role="row"
      key={keyOf(item)}
      className={showOf(item) === false ? "is-hidden" : undefined}
    >
      {cells}
    </tr>
  ),
}: TableProps<Item>) {
  const place = useRef<HTMLDivElement>(null);
  const isCards = useIsCards(place);
  // One box alone, in the header or above the cards.
  const choice = columns.find(({ className }) => className === CHOICE);
  return (
    <div
      ref={place}
      className="admin-table"
      style={{ fontSize: `${widthOf(columns)}rem` }}
    >
      <CardBar columns={columns} sort={sort} choice={isCards && choice} />
      <table role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column, place) => (
              <Header
                key={place}
                column={
                  isCards && column === choice
                    ? { ...column, title: "Choose" }
                    : column
                }
                // On cards the bar above sorts, and the header has the names alone.
                sort={isCards ? undefined : sort}
              />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" {...useKeptFocus<HTMLTableSectionElement>()}>
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

const showOf = (item: unknown) => (item as { show?: boolean }).show;

interface AdminTableProps<Item> extends Omit<TableProps<Item>, "list"> {
  rows: Rows<Item>;
  loading?: string;
  empty?: ReactNode;
  failed?: string;
  /** What the box in the header chooses, such as 'photos'. Without it, rows can't be chosen. */
  chooses?: string;
  /** In rem, of the column of buttons. */
  buttonsWidth?: number;
  /** A row's buttons: one that shows or hides it, its own ones, Edit and Delete. */
  onToggle?: (item: Item, show: boolean) => unknown;
  buttons?: (item: Item) => Elements;
  onEdit?: (item: Item) => void;
  onDelete?: (item: Item) => unknown;
  isKept?: (item: Item) => boolean;
  /** Says in a row why the last thing that was tried with it has not worked. */
  whyNot?: (item: Item, reason: string) => ReactNode;
}

/** The rows of a list, with a box to choose each, its buttons, and all that a list says about itself. */
export function AdminTable<Item>({
  rows,
  loading,
  empty = `No ${rows.one}s found.`,
  failed = `The ${rows.one}s could not be loaded.`,
  columns,
  chooses,
  onToggle,
  buttonsWidth = onToggle ? 11.4 : 7.6,
  buttons,
  onEdit,
  onDelete = rows.remove,
  isKept = () => false,
  whyNot = (_, reason) => reason,
  ...table
}: AdminTableProps<Item>) {
  const { list, nameOf, failureOf } = rows;
  const { selection } = list;
  const isForGood = useTrashDays() === 0;

  const choice = chooses && {
    title: (
      <RowCheckbox
        label={`Choose all ${chooses}`}
        checked={selection.areAll}
        isMixed={selection.selected.length > 0 && !selection.areAll}
        onChange={selection.toggleAll}
      />
    ),
    width: 3.05,
    className: CHOICE,
    cell: (item: Item) => (
      <RowCheckbox
        label={`Choose ${nameOf(item)}`}
        checked={selection.has(item)}
        onChange={() => selection.toggle(item)}
      />
    ),
  };

  function actionsOf(item: Item) {
    const of = nameOf(item);
    const show = showOf(item) ?? false;
    const reason = failureOf(item);
    return (
      <>
        {onToggle && (
          <Button look="mini" of={of} onClick={() => onToggle(item, !show)}>
            {show ? "Disable" : "Enable"}
          </Button>
        )}
        {buttons?.(item)}
        {onEdit && (
          <Button look="mini" of={of} onClick={() => onEdit(item)}>
            Edit
          </Button>
        )}
        <Button
          look="danger"
          of={of}
          title={isForGood ? "Deletes it for good" : undefined}
          disabled={isKept(item)}
          onClick={() => onDelete(item)}
        >
          Delete
        </Button>
        <Failure className="at-failure">
          {reason && whyNot(item, reason)}
        </Failure>
      </>
    );
  }

  return (
    <ListStates {...{ list, loading, empty, failed }}>
      {() => (
        <>
          <Table
            {...table}
            list={list}
            columns={[
              ...(choice ? [choice] : []),
              ...columns,
              {
                title: "Actions",
                width: buttonsWidth,
                className: "at-actions",
                cell: actionsOf,
              },
            ]}
          />
          {choice && <BulkBar rows={rows} />}
          <ShowMore list={list} />
        </>
      )}
    </ListStates>
  );
}

function Cell<Item>({
  column: { title, field, className, isNamed = !className, text, lang, cell },
  item,
}: {
  column: Column<Item>;
  item: Item;
}) {
  const value = text ? text(item) : cell ? undefined : valueOf(item, field);
  const isText = typeof value === "string";
  return (
    <td
      role="cell"
      className={className}
      data-label={isNamed ? title : undefined}
      title={isText ? value : undefined}
    >
      {isText && value !== "" ? (
        <span className="clamp" lang={lang?.(item) ?? undefined}>
          {value}
        </span>
      ) : (
        inElements(value)
      )}
      {inElements(cell?.(item))}
    </td>
  );
}

function valueOf<Item>(item: Item, field: string | undefined) {
  const value = item[field as keyof Item] as ReactNode;
  return typeof value === "boolean" ? (value ? "Yes" : "No") : value;
}

function RowCheckbox({
  label,
  isMixed = false,
  ...input
}: ComponentPropsWithoutRef<"input"> & { label: string; isMixed?: boolean }) {
  return (
    <label className="row-checkbox">
      <input
        ref={(box) => {
          if (box) box.indeterminate = isMixed;
        }}
        type="checkbox"
        aria-label={label}
        {...input}
      />
    </label>
  );
}

/** The least width of a column that shares what the others leave, in rem. */
const SHARE_MIN = 7;

const widthOf = <Item,>(columns: Column<Item>[]) =>
  columns.reduce((sum, { width = SHARE_MIN }) => sum + width, 0);

/** The class of the column whose header chooses all rows. */
const CHOICE = "at-choose";

/** Whether the rows are cards, by the rule that `admin-table.css` has. */
function useIsCards(place: RefObject<HTMLElement>) {
  const [isCards, setIsCards] = useState(false);
  useEffect(() => {
    const element = place.current!;
    const look = () => {
      const em = parseFloat(getComputedStyle(element).fontSize);
      setIsCards(element.clientWidth < em);
    };
    const size = new ResizeObserver(look);
    size.observe(element);
    return () => size.disconnect();
  }, [place]);
  return isCards;
}

/** What the header does, where the rows are cards without one. */
function CardBar<Item>({
  columns,
  sort,
  choice,
}: {
  columns: Column<Item>[];
  sort?: string;
  choice: Column<Item> | false | undefined;
}) {
  if (!choice && sort === undefined) return null;
  return (
    <div className="card-bar row wrap">
      {choice && inElements(choice.title)}
      {sort !== undefined && <SortChoice columns={columns} sort={sort} />}
    </div>
  );
}

function SortChoice<Item>({
  columns,
  sort,
}: {
  columns: Column<Item>[];
  sort: string;
}) {
  const navigate = useNavigate();
  return (
    <label className="sort-choice small row wrap">
      Sort by
      <select
        className="control grows"
        value={sort}
        onChange={({ currentTarget: { value } }) =>
          navigate(`?sort=${value}`, { preventScrollReset: true })
        }
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
  column: { title, field, width },
  sort,
}: {
  column: Column<Item>;
  sort?: string;
}) {
  const cell = {
    role: "columnheader",
    scope: "col",
    style: { width: width && `${width}rem` },
  };
  if (!field || sort === undefined)
    return (
      <th {...cell}>
        <span>{title}</span>
      </th>
    );
  const order =
    sort === field
      ? "ascending"
      : sort === `-${field}`
        ? "descending"
        : undefined;
  return (
    <th {...cell} aria-sort={order}>
      <Link
        to={`?sort=${order === "ascending" ? "-" : ""}${field}`}
        preventScrollReset
      >
        <span>{title}</span>
        {order && (
          <span aria-hidden="true">{order === "ascending" ? "↑" : "↓"}</span>
        )}
      </Link>
    </th>
  );
}

/** Actions on all selected rows. They run on one row after the other, so that it is clear how far they got. */
function BulkBar<Item>({ rows: { list, actions, end } }: { rows: Rows<Item> }) {
  const { selected } = list.selection;
  const [running, setRunning] = useState<{
    label: string;
    done: number;
    of: number;
  }>();
  const [failed, setFailed] = useState(0);
  const bar = useRef<HTMLDivElement>(null);

  async function start({ label, confirm, isDanger, run }: BulkAction<Item>) {
    if (confirm && !window.confirm(confirm(selected))) return;
    let failures = 0;
    setFailed(0);
    for (const [done, item] of selected.entries()) {
      setRunning({ label, done, of: selected.length });
      if (!(await run(item))) failures++;
    }
    setRunning(undefined);
    setFailed(failures);
    end();
    // Deleting empties the selection, so the bar disappears, and its button with it.
    if (isDanger)
      bar.current?.parentElement
        ?.querySelector<HTMLElement>("tbody input")
        ?.focus({ preventScroll: true });
  }

  if (selected.length === 0 && !running && failed === 0) return null;
  return (
    <div
      ref={bar}
      className="bulk-bar raised wash small row wrap"
      role="group"
      aria-label="Chosen rows"
    >
      <span className="grows" role="status">
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
          disabled={running ? running.label !== action.label : !selected.length}
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
  hasMore && (
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
  );

export function ListStates<Item>({
  list: { items, hasFailed, isLoading, refresh },
  loading = "Loading...",
  empty,
  failed,
  children,
}: {
  list: List<Item>;
  loading?: string;
  empty: ReactNode;
  failed: string;
  children: (items: Item[]) => Elements;
}) {
  return (
    <>
      {hasFailed && (
        <p className="soft" role="alert">
          <span>{`${failed} `}</span>
          <Button look="mini" onClick={() => void refresh()}>
            Try again
          </Button>
        </p>
      )}
      {isLoading && (
        <p className="soft" role="status">
          {loading}
        </p>
      )}
      {items?.length === 0 ? (
        <div className="soft">{empty}</div>
      ) : (
        items && children(items)
      )}
    </>
  );
}
