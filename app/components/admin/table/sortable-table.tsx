import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
  type Modifier,
  type UniqueIdentifier,
} from "@dnd-kit/core";
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import {
  createContext,
  useContext,
  useId,
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
} from "react";
import type { Outcome } from "#app/components/admin/data/use-save.ts";
import { Button } from "#app/components/ui/button.tsx";
import { DownIcon } from "#app/components/ui/icons.tsx";
import { GripIcon, UpIcon } from "#app/components/ui/more-icons.tsx";
import { AdminTable, column } from "./admin-table.tsx";
import type { Elements } from "#app/components/language/in-elements.tsx";
import "./admin-table.css";

type Direction = "up" | "down";

const onlyVertically: Modifier = ({ transform }) => ({ ...transform, x: 0 });

const INSTRUCTIONS = {
  draggable:
    "To move this row, press Space. Then press the up and down arrow keys, and Space again to put it there, or Escape to leave it where it was.",
};

interface SortableProps<Item> extends ComponentProps<typeof AdminTable<Item>> {
  /** Has the server swap two neighbours. Resolves with the new list. */
  swap: (item: Item, neighbour: Item) => Promise<Outcome<Item[]>>;
  /** Has the server take a whole order. Resolves as `swap` does. */
  saveOrder: (order: Item[]) => Promise<Outcome<Item[]>>;
}

const NONE: never[] = [];

const RowMoves = createContext<Elements>(false);
const MovesOfRow = () => useContext(RowMoves);

export const orderColumn = column<unknown>(
  "Order",
  { width: 7.4, className: "at-order", isNamed: true },
  () => <MovesOfRow />,
);

/** A table whose rows arrows move by one place, and dragging moves to any: by mouse, finger or keyboard. */
export function SortableTable<Item extends { show: boolean }>({
  swap,
  saveOrder,
  ...table
}: SortableProps<Item>) {
  const { list, nameOf } = table.rows;
  const { items = NONE } = list;
  const id = useId();
  const [said, setSaid] = useState("");
  const pressed = useRef<{
    table: Element;
    key: UniqueIdentifier;
    direction: Direction;
  }>();
  /** A row that was picked up lies over its own place first, which is said already. */
  const isJustPickedUp = useRef(false);
  const sensors = useSensors(
    useSensor(PointerSensor),
    useSensor(KeyboardSensor, {
      coordinateGetter: sortableKeyboardCoordinates,
    }),
  );
  const keys = items.map(list.keyOf);

  // The pressed arrow may have lost the focus when its row moved, or be disabled now.
  useEffect(() => {
    if (!pressed.current) return;
    const { table, key, direction } = pressed.current;
    [direction, direction === "up" ? "down" : "up"]
      .map((name) =>
        table.querySelector<HTMLButtonElement>(
          `[data-key="${key}"] [data-move="${name}"]:enabled`,
        ),
      )
      .find((arrow) => arrow)
      ?.focus();
    pressed.current = undefined;
  }, [items]);

  async function reorder(
    item: Item,
    order: Item[],
    save: () => Promise<Outcome<Item[]>>,
  ) {
    const saved = await list.reorder(order, save);
    if (!saved) {
      pressed.current = undefined;
      return;
    }
    const place = saved.map(list.keyOf).indexOf(list.keyOf(item)) + 1;
    if (place > 0)
      setSaid(`${nameOf(item)}: place ${place} of ${saved.length}`);
  }

  function move(index: number, direction: Direction, arrow: Element) {
    const item = items[index]!;
    const neighbour = items[direction === "up" ? index - 1 : index + 1];
    // A second press of a double click would swap the two back.
    if (!neighbour || pressed.current) return;
    pressed.current = {
      table: arrow.closest("table")!,
      key: list.keyOf(item),
      direction,
    };
    void reorder(item, items, () => swap(item, neighbour));
  }

  function drop({ active, over }: DragEndEvent) {
    const from = keys.indexOf(active.id);
    const to = over ? keys.indexOf(over.id) : -1;
    if (to < 0 || to === from) return;
    const order = arrayMove(items, from, to);
    void reorder(items[from]!, order, () => saveOrder(order));
  }

  const itemName = (key: UniqueIdentifier) => nameOf(items[keys.indexOf(key)]!);
  const placeAt = (key: UniqueIdentifier) =>
    `place ${keys.indexOf(key) + 1} of ${keys.length}`;

  return (
    <>
      <DndContext
        id={id}
        sensors={sensors}
        collisionDetection={closestCenter}
        modifiers={[onlyVertically]}
        onDragEnd={drop}
        accessibility={{
          screenReaderInstructions: INSTRUCTIONS,
          announcements: {
            onDragStart({ active }) {
              isJustPickedUp.current = true;
              return `You have picked up ${itemName(active.id)}, at ${placeAt(active.id)}.`;
            },
            onDragOver({ active, over }) {
              const isSaid = isJustPickedUp.current && over?.id === active.id;
              isJustPickedUp.current = false;
              return over && !isSaid
                ? `${itemName(active.id)} is now over ${placeAt(over.id)}.`
                : undefined;
            },
            onDragEnd: ({ active }) =>
              `You have dropped ${itemName(active.id)}.`,
            onDragCancel: ({ active }) =>
              `${itemName(active.id)} stays where it was.`,
          },
        }}
      >
        <SortableContext
          id={id}
          items={keys}
          strategy={verticalListSortingStrategy}
        >
          <AdminTable
            {...table}
            row={(item, cells) => (
              <SortableRow
                key={list.keyOf(item)}
                id={list.keyOf(item)}
                name={nameOf(item)}
                isFirst={item === items[0]}
                isLast={item === items.at(-1)}
                isHidden={!item.show}
                onMove={(direction, arrow) =>
                  move(items.indexOf(item), direction, arrow)
                }
              >
                {cells}
              </SortableRow>
            )}
          />
        </SortableContext>
      </DndContext>
      <p className="sr" role="status">
        {said}
      </p>
    </>
  );
}

function SortableRow({
  id,
  name,
  isFirst,
  isLast,
  isHidden,
  onMove,
  children,
}: {
  id: UniqueIdentifier;
  name: string;
  isFirst: boolean;
  isLast: boolean;
  isHidden: boolean;
  onMove: (direction: Direction, arrow: Element) => void;
  children: ReactNode;
}) {
  const sortable = useSortable({
    id,
    attributes: { roleDescription: "draggable" },
  });
  const { isDragging, transform, transition } = sortable;

  const arrow = (direction: Direction, isOff: boolean) => (
    <Button
      look="icon"
      data-move={direction}
      aria-label={`Move ${name} ${direction}`}
      disabled={isOff}
      onClick={({ currentTarget }) => onMove(direction, currentTarget)}
    >
      {direction === "up" ? <UpIcon /> : <DownIcon />}
    </Button>
  );
  const moves = (
    <>
      <button
        type="button"
        className="grip"
        title="Drag to another place"
        aria-label={`Drag ${name} to another place`}
        ref={sortable.setActivatorNodeRef}
        {...sortable.attributes}
        {...sortable.listeners}
      >
        <GripIcon />
      </button>
      {arrow("up", isFirst)}
      {arrow("down", isLast)}
    </>
  );

  return (
    <tr
      role="row"
      ref={sortable.setNodeRef}
      data-key={id}
      className={`${isHidden ? "is-hidden" : ""} ${isDragging ? "is-dragged" : ""}`}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <RowMoves.Provider value={moves}>{children}</RowMoves.Provider>
    </tr>
  );
}
