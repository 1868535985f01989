import { useCallback } from "react";
import { ask } from "#app/components/api/send.ts";
import { useLoaded } from "#app/components/ui/use-loaded.ts";
import { keyed, RestoreStep, type Kept } from "./restore-step.tsx";

/** Offers a backup to whoever had a site already. It is open if the last restore has failed, and says why. */
export function RestoreInstead({ setUpKey }: { setUpKey: string }) {
  const { part: kept, hasFailed } = useLoaded(
    useCallback(async () => {
      const answer = await ask("GET /api/setup/backups", {}, keyed(setUpKey));
      return (await answer.json()) as Kept;
    }, [setUpKey]),
  );
  return (
    <details className="set-up" open={Boolean(kept?.error) || undefined}>
      <summary>Restore a backup instead</summary>
      <RestoreStep setUpKey={setUpKey} kept={kept} hasFailed={hasFailed} />
    </details>
  );
}
