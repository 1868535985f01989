import { useEffect, useRef, useState } from "react";
import "./bulk.css";

interface Action<Item> {
  label: string;
  isDanger?: boolean;
  /** Asked first, with the number of what is chosen. */
  confirm?: (count: number) => string;
  /** The alert where it fails; without one it is said in place alone. */
  failed?: string;
  run: (item: Item) => Promise<unknown>;
}

/** What can be done with the chosen ones of a list, one after the other; what fails stops none of the rest. */
export function BulkBar<Item>({
  items,
  all,
  onChooseAll,
  actions,
  onDone,
}: {
  items: Item[];
  /** How many there are to choose from. */
  all: number;
  onChooseAll: (isOn: boolean) => void;
  actions: Action<Item>[];
  onDone: () => void;
}) {
  const [done, setDone] = useState<number>();
  const [outcome, setOutcome] = useState("");
  const chooseAll = useRef<HTMLInputElement>(null);
  const count = items.length;

  useEffect(() => {
    chooseAll.current!.indeterminate = count > 0 && count < all;
  }, [count, all]);

  async function run({ label, confirm, failed, run }: Action<Item>) {
    if (confirm && !window.confirm(confirm(count))) return;
    let failures = 0;
    for (const [index, item] of items.entries()) {
      setDone(index);
      try {
        await run(item);
      } catch (error) {
        failures++;
        console.error(`Error: ${label}`, error);
      }
    }
    setDone(undefined);
    setOutcome(
      failures > 0
        ? `${label}: ${failures} of ${count} failed.`
        : `${label}: ${count} done.`,
    );
    if (failures > 0 && failed) window.alert(failed);
    onDone();
  }

  return (
    <div className="bulk" role="group" aria-label="Chosen ones">
      <label className="check">
        <input
          ref={chooseAll}
          type="checkbox"
          checked={count === all}
          onChange={({ currentTarget }) => onChooseAll(currentTarget.checked)}
        />
        Choose all
      </label>
      {count > 0 &&
        actions.map((action) => (
          <button
            key={action.label}
            type="button"
            className={action.isDanger ? "mini mini--danger" : "mini"}
            disabled={done !== undefined}
            onClick={() => void run(action)}
          >
            {action.label} {count}
          </button>
        ))}
      <span role="status">
        {done === undefined ? outcome : `${done} of ${count} …`}
      </span>
    </div>
  );
}
