import { Trans, useLingui } from "@lingui/react/macro";
import { useParentsLanguage } from "#app/components/language/use-other-language.ts";
import { formatNames } from "#app/components/language/lists.ts";
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
  /** The page's address opens it. */
  inAddress?: boolean;
}

/** Shows a rock's journey in a dialog, and fetches it when the dialog opens. */
export function RockPopup({
  rockNumber,
  memorialName,
  onClose,
  inAddress,
}: Props) {
  const { t } = useLingui();
  return (
    <Dialog
      open={rockNumber !== undefined}
      onClose={onClose}
      inAddress={inAddress}
      title={rockNumber === undefined ? "" : t`Rock ${rockNumber}`}
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
  const { t } = useLingui();
  const { progress, posts, rock } = useRockPosts(rockNumber);
  const isUnfound =
    posts?.length === 0 && rock?.in_catalogue && rock.trips === 0;
  return (
    <div className={isUnfound ? "rock-popup rock-popup--short" : "rock-popup"}>
      <progress
        className={`rock-progress bar ${posts ? "rock-progress--done" : ""}`}
        max={100}
        value={progress}
        aria-label={t`Loading rock ${rockNumber}`}
        aria-hidden={posts ? true : undefined}
      />
      {isUnfound && <RockBanner rock={rock} memorialName={memorialName} />}
      <div aria-live="polite">
        {!posts && (
          <p className="rock-notice">
            <Trans>Loading Rock Number: {rockNumber}</Trans>
          </p>
        )}
        {isUnfound && <UnfoundNotice rock={rock} />}
        {posts?.length === 0 && !isUnfound && (
          <p className="rock-notice">
            <Trans>Rock Number {rockNumber} was not found</Trans>
          </p>
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
function UnfoundNotice({
  rock: { rock_number: rockNumber, artists },
}: {
  rock: RockSummary;
}) {
  const { i18n } = useLingui();
  const names = artists.length > 0 && formatNames(i18n, artists);
  const lang = useParentsLanguage();
  return (
    <p className="rock-notice">
      <Trans>
        Nobody has found rock {rockNumber} yet. It may be waiting for you.
      </Trans>
      {names && (
        <small>
          <Trans>
            Painted by <bdi lang={lang}>{names}</bdi>
          </Trans>
        </small>
      )}
    </p>
  );
}
