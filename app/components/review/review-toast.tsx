import { useRef } from "react";
import { useNoticeTime } from "../admin/data/use-notice-time.ts";
import { RockStone } from "../rocks/rock-stone.tsx";
import type { Notice } from "./data/use-review.ts";
import "./review-toast.css";

/** Says what the last step has done, with a way back. The region is always there, so that screen readers hear it. */
export function ReviewToast({
  notice,
  onEnd,
  onUndo,
}: {
  notice: Notice | undefined;
  onEnd: () => void;
  onUndo: () => void;
}) {
  const region = useRef<HTMLDivElement>(null);
  useNoticeTime(notice, region, onEnd);
  return (
    <div ref={region} className="review-toast" role="status">
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
    </div>
  );
}
