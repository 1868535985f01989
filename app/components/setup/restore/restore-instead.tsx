import { useState } from "react";
import { RestoreStep } from "./restore-step.tsx";

/** Offers a backup to whoever had a site already. */
export function RestoreInstead({ setUpKey }: { setUpKey: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className="set-up"
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>Restore a backup instead</summary>
      {isOpen && <RestoreStep setUpKey={setUpKey} />}
    </details>
  );
}
