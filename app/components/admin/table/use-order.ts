import { useLayoutEffect, useRef, useState, type PointerEvent } from "react";

type Way = "up" | "down";

interface Options<Item> {
  items: Item[];
  keyOf: (item: Item) => number;
  nameOf: (item: Item) => string;
  /** Has two neighbours change places on the server; gives the list as it is then. */
  swap: (item: Item, neighbour: Item) => Promise<Item[]>;
  /** Has the server take a whole order; gives the list as it is then. */
  reorder: (keys: number[]) => Promise<Item[]>;
  onMoved: (items: Item[]) => void;
  onFailed: (error: unknown) => void;
}

/** What a row and its order cell need to be moved by arrows and by dragging. */
export interface Place {
  isFirst: boolean;
  isLast: boolean;
  isDragged: boolean;
  name: string;
  move: (way: Way) => void;
  drag: (event: PointerEvent) => void;
}

/** Keeps a list in an order that arrows change by one place and dragging by any. */
export function useOrder<Item>(options: Options<Item>) {
  const { items, keyOf, nameOf } = options;
  const [dragged, setDragged] = useState<{ key: number; order: Item[] }>();
  const [said, setSaid] = useState("");
  const pressed = useRef<{ key: number; way: Way }>();
  const shown = dragged?.order ?? items;

  // The arrow that was pressed may have lost the focus with its row's place, or be disabled now.
  useLayoutEffect(() => {
    if (!pressed.current) return;
    const { key, way } = pressed.current;
    const arrows = [way, way === "up" ? "down" : "up"].map((name) =>
      document.querySelector<HTMLButtonElement>(
        `[data-key="${key}"] [data-move="${name}"]:enabled`,
      ),
    );
    arrows.find((arrow) => arrow)?.focus();
    pressed.current = undefined;
  }, [items]);

  async function save(key: number, run: () => Promise<Item[]>) {
    try {
      const now = await run();
      options.onMoved(now);
      const place = now.findIndex((item) => keyOf(item) === key);
      if (place >= 0)
        setSaid(`${nameOf(now[place]!)}: place ${place + 1} of ${now.length}`);
    } catch (error) {
      pressed.current = undefined;
      options.onFailed(error);
    } finally {
      setDragged(undefined);
    }
  }

  function move(index: number, way: Way) {
    const item = items[index]!;
    const neighbour = items[way === "up" ? index - 1 : index + 1];
    if (!neighbour) return;
    pressed.current = { key: keyOf(item), way };
    void save(keyOf(item), () => options.swap(item, neighbour));
  }

  function drag(item: Item, start: PointerEvent) {
    if (start.button !== 0) return;
    start.preventDefault();
    const key = keyOf(item);
    const list = start.currentTarget.closest("tbody");
    let order = items;
    setDragged({ key, order });
    const follow = ({ clientX, clientY }: globalThis.PointerEvent) => {
      const over = document
        .elementsFromPoint(clientX, clientY)
        .map((element) => element.closest<HTMLElement>("[data-key]"))
        .find((row) => row && list?.contains(row));
      const to = order.findIndex(
        (other) => String(keyOf(other)) === over?.dataset.key,
      );
      const from = order.indexOf(item);
      if (to < 0 || to === from) return;
      order = order.toSpliced(from, 1).toSpliced(to, 0, item);
      setDragged({ key, order });
    };
    const end = new AbortController();
    const drop = (isKept: boolean) => () => {
      end.abort();
      const isMoved = order.some((other, place) => other !== items[place]);
      if (isKept && isMoved)
        void save(key, () => options.reorder(order.map(keyOf)));
      else setDragged(undefined);
    };
    const { signal } = end;
    window.addEventListener("pointermove", follow, { signal });
    window.addEventListener("pointerup", drop(true), { signal });
    window.addEventListener("pointercancel", drop(false), { signal });
  }

  const placeOf = (item: Item, index: number): Place => ({
    isFirst: index === 0,
    isLast: index === shown.length - 1,
    isDragged: dragged?.key === keyOf(item),
    name: nameOf(item),
    move: (way) => move(index, way),
    drag: (event) => drag(item, event),
  });
  return { shown, placeOf, said };
}
