import { DownIcon, GripIcon, UpIcon } from "#app/components/ui/icons.tsx";
import { Cell } from "./admin-table.tsx";
import type { Place } from "./use-order.ts";
import "./sortable-table.css";

/** The arrows that move a row by one place, and the grip that drags it to any. */
export function OrderCell({ place }: { place: Place }) {
  const { name, isFirst, isLast, move, drag } = place;
  return (
    <Cell className="at-order" label="Order">
      <span
        className="grip"
        title="Drag to another place"
        aria-hidden="true"
        onPointerDown={drag}
      >
        <GripIcon />
      </span>
      <button
        type="button"
        className="icon-btn"
        data-move="up"
        aria-label={`Move ${name} up`}
        disabled={isFirst}
        onClick={() => move("up")}
      >
        <UpIcon />
      </button>
      <button
        type="button"
        className="icon-btn"
        data-move="down"
        aria-label={`Move ${name} down`}
        disabled={isLast}
        onClick={() => move("down")}
      >
        <DownIcon />
      </button>
    </Cell>
  );
}
