import type { Save } from "#app/components/admin/data/use-save.ts";
import { Button } from "#app/components/ui/button.tsx";

/** Shown if someone else has saved meanwhile. What was typed is kept until one of the two ways out is chosen. */
export const StaleNotice = ({
  save,
  what,
  onSeeTheirs,
  onSaveMine,
}: {
  save: Save;
  /** What is edited, in a word. */
  what: string;
  onSeeTheirs: () => void;
  onSaveMine: () => void;
}) =>
  save.isStale ? (
    <div className="stale-notice row field--full" role="alert">
      <p>{`This ${what} was changed by someone else meanwhile.`}</p>
      <Button look="mini" onClick={onSeeTheirs}>
        Show me how it is now
      </Button>
      <Button look="mini" onClick={onSaveMine}>
        Save mine anyway
      </Button>
    </div>
  ) : null;
