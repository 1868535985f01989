import { Failure } from "#app/components/fields/failure.tsx";
import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import "./bulk-bar.css";

export interface BulkAction<Item> {
  label: string;
  /** The question that is asked first. */
  confirm?: (count: number) => string;
  isDanger?: boolean;
  /** Does it to one row. Resolves with whether it has worked. */
  run: (item: Item) => Promise<boolean>;
}

/** What can be done to all selected rows. It is done to one after the other, so that it is clear how far it got. */
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
    <div className="bulk-bar row" role="group" aria-label="Chosen rows">
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
