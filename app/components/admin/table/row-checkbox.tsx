import { useEffect, useRef } from "react";
import type { Selection } from "#app/components/admin/data/use-list.ts";
import "./bulk-bar.css";

export const RowCheckbox = <Item,>({
  label,
  item,
  selection,
}: {
  label: string;
  item: Item;
  selection: Selection<Item>;
}) => (
  <label className="row-checkbox">
    <input
      type="checkbox"
      aria-label={label}
      checked={selection.has(item)}
      onChange={() => selection.toggle(item)}
    />
  </label>
);

/** Selects all rows, or none if all are selected. */
export function AllRowsCheckbox<Item>({
  label,
  selection: { areAll, selected, toggleAll },
}: {
  label: string;
  selection: Selection<Item>;
}) {
  const box = useRef<HTMLInputElement>(null);
  const isMixed = selected.length > 0 && !areAll;
  useEffect(() => {
    box.current!.indeterminate = isMixed;
  }, [isMixed]);
  return (
    <label className="row-checkbox">
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        checked={areAll}
        onChange={toggleAll}
      />
    </label>
  );
}
