import { Button } from "#app/components/ui/button.tsx";
import { CheckIcon } from "../ui/more-icons.tsx";
import { EditIcon } from "./icons.tsx";
import type { Review } from "./use-review.ts";

/** Show, keep hidden or edit. On a phone the bar is at the thumb. */
export function DecisionBar({
  busy,
  showsHint,
  onDecide,
  onEdit,
}: {
  busy: Review["busy"];
  /** Whether to say that swipes decide too. */
  showsHint: boolean;
  onDecide: (show: boolean) => void;
  onEdit?: () => void;
}) {
  const isBusy = busy !== undefined;
  return (
    <div className="review-do">
      {showsHint && (
        <p className="review-hint">
          Or swipe: right shows it, left keeps it hidden
        </p>
      )}
      <Button
        className="review-show"
        disabled={isBusy}
        busy={busy === "show"}
        aria-keyshortcuts="s"
        onClick={() => onDecide(true)}
      >
        {busy !== "show" && <CheckIcon />}
        <span>Show </span>
        <kbd aria-hidden="true">S</kbd>
      </Button>
      <Button
        look="quiet"
        className="review-keep"
        disabled={isBusy}
        busy={busy === "hide"}
        aria-keyshortcuts="h"
        onClick={() => onDecide(false)}
      >
        Keep hidden <kbd aria-hidden="true">H</kbd>
      </Button>
      {onEdit && (
        <Button
          look="quiet"
          className="review-edit"
          disabled={isBusy}
          aria-keyshortcuts="e"
          onClick={onEdit}
        >
          <EditIcon />
          <span>Edit</span>
          <kbd aria-hidden="true">E</kbd>
        </Button>
      )}
    </div>
  );
}
