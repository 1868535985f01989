import { RockStone } from "../rocks/rock-stone.tsx";
import { Toast } from "../ui/toast.tsx";
import type { Notice } from "./data/use-review.ts";
import "./review-toast.css";

/** Says what the last step has done, with a way back. */
export function ReviewToast({
  notice,
  onEnd,
  onUndo,
}: {
  notice: Notice | undefined;
  onEnd: () => void;
  onUndo: () => void;
}) {
  return (
    <Toast className="review-toast" notice={notice} onEnd={onEnd}>
      {notice && (
        <p>
          {notice.find && (
            <RockStone
              rockNumber={notice.find.rock_number}
              pin={notice.find.rock?.pin}
              size={40}
            />
          )}
          <span>{notice.text}</span>
          {notice.undo && (
            <button
              type="button"
              onClick={() => {
                notice.undo!();
                onUndo();
              }}
            >
              Undo <kbd aria-hidden="true">U</kbd>
            </button>
          )}
        </p>
      )}
    </Toast>
  );
}
