import { Dialog } from "../ui/dialog.tsx";
import { groupByRock } from "./group-by-rock.ts";
import { RockJourney } from "./rock-journey.tsx";
import { useRockPosts } from "./use-rock-posts.ts";
import "./rocks.css";

interface Props {
  /** The rock to show; undefined while closed. */
  rockNumber: number | undefined;
  memorialName: string;
  onClose: () => void;
}

/** A rock's journeys in a dialog, fetched when it opens. */
export function RockPopup({ rockNumber, memorialName, onClose }: Props) {
  return (
    <Dialog
      open={rockNumber !== undefined}
      onClose={onClose}
      title={`Rock ${rockNumber ?? ""}`}
      size="large"
      hideTitle
    >
      {rockNumber !== undefined && (
        <FetchedJourney
          key={rockNumber}
          rockNumber={rockNumber}
          memorialName={memorialName}
        />
      )}
    </Dialog>
  );
}

function FetchedJourney({
  rockNumber,
  memorialName,
}: {
  rockNumber: number;
  memorialName: string;
}) {
  const { progress, posts } = useRockPosts(rockNumber);
  return (
    <div className="rock-popup">
      <progress
        className={
          posts ? "rock-progress rock-progress--done" : "rock-progress"
        }
        max={100}
        value={progress}
        aria-label={`Loading rock ${rockNumber}`}
        aria-hidden={posts ? true : undefined}
      />
      <div aria-live="polite">
        {!posts && (
          <p className="rock-notice">Loading Rock Number: {rockNumber}</p>
        )}
        {posts?.length === 0 && (
          <p className="rock-notice">Rock Number {rockNumber} was not found</p>
        )}
      </div>
      {posts &&
        groupByRock(posts).map((group) => (
          <RockJourney
            key={group.rock.rock_number}
            {...group}
            memorialName={memorialName}
          />
        ))}
    </div>
  );
}
