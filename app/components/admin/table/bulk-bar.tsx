import { useState } from "react";
import { BusyButton } from "#app/components/admin/ui/busy-button.tsx";
import "./bulk-bar.css";

export interface BulkAction {
  label: string;
  /** Asked before it is done to the chosen rows. */
  confirm?: (count: number) => string;
  isDanger?: boolean;
  /** Does it to one row. */
  run: (key: number) => Promise<void>;
}

/** What can be done to all chosen rows at once; one after the other, so that it is plain how far it got. */
export function BulkBar({
  chosen,
  actions,
  onEnd,
}: {
  chosen: number[];
  actions: BulkAction[];
  onEnd: () => void;
}) {
  const [running, setRunning] = useState<{
    label: string;
    done: number;
    of: number;
  }>();
  const [failed, setFailed] = useState(0);

  async function start({ label, confirm, run }: BulkAction) {
    if (confirm && !window.confirm(confirm(chosen.length))) return;
    let failures = 0;
    setFailed(0);
    for (const [done, key] of chosen.entries()) {
      setRunning({ label, done, of: chosen.length });
      try {
        await run(key);
      } catch (error) {
        console.error(`Error at '${label}'`, error);
        failures++;
      }
    }
    setRunning(undefined);
    setFailed(failures);
    onEnd();
  }

  if (chosen.length === 0 && !running && failed === 0) return null;
  return (
    <div className="bulk-bar" role="group" aria-label="Chosen rows">
      <span role="status">
        {running
          ? `${running.label}: ${running.done} of ${running.of}`
          : `${chosen.length} chosen`}
      </span>
      {failed > 0 && (
        <span role="alert" className="field-error">
          {failed} could not be changed.
        </span>
      )}
      {actions.map((action) => (
        <BusyButton
          key={action.label}
          type="button"
          className={action.isDanger ? "mini mini--danger" : "mini"}
          busy={running?.label === action.label}
          disabled={running !== undefined || chosen.length === 0}
          onClick={() => void start(action)}
        >
          {action.label}
        </BusyButton>
      ))}
    </div>
  );
}
