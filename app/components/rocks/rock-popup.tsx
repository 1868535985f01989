import type { RockSummary } from "#domain/rocks/answers.ts";
import { Dialog } from "../ui/dialog.tsx";
import { groupByRock } from "./group-by-rock.ts";
import { RockBanner } from "./rock-banner.tsx";
import { RockJourney } from "./journey/rock-journey.tsx";
import { useRockPosts } from "./journey/use-rock-finds.ts";
import "./rock-popup.css";

interface Props {
  /** The rock to show. Undefined while closed. */
  rockNumber: number | undefined;
  memorialName: string;
  onClose: () => void;
}

/** Shows a rock's journey in a dialog, and fetches it when the dialog opens. */
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
  const { progress, posts, rock } = useRockPosts(rockNumber);
  const isUnfound =
    posts?.length === 0 && rock?.in_catalogue && rock.trips === 0;
  return (
    <div className="rock-popup">
      <progress
        className={`rock-progress bar ${posts ? "rock-progress--done" : ""}`}
        max={100}
        value={progress}
        aria-label={`Loading rock ${rockNumber}`}
        aria-hidden={posts ? true : undefined}
      />
      {isUnfound && <RockBanner rock={rock} memorialName={memorialName} />}
      <div aria-live="polite">
        {!posts && (
          <p className="rock-notice">Loading Rock Number: {rockNumber}</p>
        )}
        {isUnfound && <UnfoundNotice rock={rock} />}
        {posts?.length === 0 && !isUnfound && (
          <p className="rock-notice">Rock Number {rockNumber} was not found</p>
        )}
      </div>
      {posts &&
        groupByRock(posts, rock).map((group) => (
          <RockJourney
            key={group.rock.rock_number}
            {...group}
            memorialName={memorialName}
          />
        ))}
    </div>
  );
}

/** Shows a rock of the catalogue that has no finds yet. */
const UnfoundNotice = ({
  rock: { rock_number, artists },
}: {
  rock: RockSummary;
}) => (
  <p className="rock-notice">
    Nobody has found rock {rock_number} yet. It may be waiting for you.
    {artists.length > 0 && (
      <small>
        Painted by <bdi>{joinNames(artists)}</bdi>
      </small>
    )}
  </p>
);

/** 'Ida', 'Ida and Teo', 'Ida, Teo and Mama'. */
const joinNames = (names: string[]) =>
  [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" and ");
