import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { useParentsLanguage } from "#app/components/language/use-other-language.ts";
import { nameRock } from "#app/components/language/rocks.ts";
import { formatNames } from "#app/components/language/lists.ts";
import type { RockSummary } from "#domain/rocks/answers.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { RockBanner } from "./rock-banner.tsx";
import { RockJourney } from "#app/components/rocks/journey/rock-journey.tsx";
import { useApi } from "#app/components/api/use-api.ts";
import "./rock-popup.css";

interface Props {
  rockNumber: number | undefined;
  /** Which find of rock 0 it is: its key. */
  find?: string;
  onClose: () => void;
  /** The page's address opens it. */
  inAddress?: boolean;
}

export function RockPopup({ rockNumber, find, onClose, inAddress }: Props) {
  const { i18n } = useLingui();
  return (
    <Dialog
      open={rockNumber !== undefined}
      onClose={onClose}
      inAddress={inAddress}
      title={rockNumber === undefined ? "" : nameRock(i18n, rockNumber)}
      size="large"
      hideTitle
    >
      {rockNumber !== undefined && (
        <FetchedJourney
          key={find ?? rockNumber}
          rockNumber={rockNumber}
          find={find}
        />
      )}
    </Dialog>
  );
}

function FetchedJourney({
  rockNumber,
  find,
}: {
  rockNumber: number;
  find?: string;
}) {
  const { t } = useLingui();
  const sent = { params: { rockNumber }, query: { find } };
  const finds = useApi("GET /api/rock-posts/:rockNumber", sent);
  const summary = useApi("GET /api/rock-posts/:rockNumber/summary", sent);
  const isLoading = finds.isLoading || summary.isLoading;
  const isLost = !isLoading && (finds.isLost || summary.isLost);
  const retry = () => {
    for (const call of [finds, summary]) if (call.failed) call.retry();
  };
  const progress = useProgress(isLoading);
  const rock = isLoading ? undefined : summary.answer;
  // Undefined while loading. Empty if the rock has no finds, or the site failed.
  const posts = isLoading ? undefined : ((rock && finds.answer) ?? []);
  const isUnfound =
    !isLost && posts?.length === 0 && rock?.in_catalogue && rock.trips === 0;
  return (
    <div className={isUnfound ? "rock-popup rock-popup--short" : "rock-popup"}>
      <progress
        className={`rock-progress bar ${posts ? "rock-progress--done" : ""}`}
        max={100}
        value={progress}
        aria-label={t`Loading rock ${rockNumber}`}
        aria-hidden={posts ? true : undefined}
      />
      {isUnfound && <RockBanner rock={rock} />}
      <div aria-live="polite">
        {!posts && (
          <p className="rock-notice lead">{t`Loading Rock Number: ${rockNumber}`}</p>
        )}
        {isUnfound && <UnfoundNotice rock={rock} />}
        {isLost && <LostNotice onRetry={retry} />}
        {posts?.length === 0 && !isUnfound && !isLost && (
          <p className="rock-notice lead">
            <Trans>Rock Number {rockNumber} was not found</Trans>
          </p>
        )}
      </div>
      {rock && !isLost && posts && posts.length > 0 && (
        <RockJourney rock={rock} posts={posts} />
      )}
    </div>
  );
}

function LostNotice({ onRetry }: { onRetry: () => void }) {
  const { t } = useLingui();
  return (
    <div className="rock-notice lead stack stack--centre">
      <p>{t`The site could not be reached.`}</p>
      <Button look="quiet" onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}

function UnfoundNotice({ rock }: { rock: RockSummary }) {
  const { i18n } = useLingui();
  const { rock_number: rockNumber, artists } = rock;
  const names = artists.length > 0 && formatNames(i18n, artists);
  const lang = useParentsLanguage();
  return (
    <p className="rock-notice lead">
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

const STEP_PERCENT = 10;
const STEP_MS = 200;
const WAITING_MAX_PERCENT = 90;

/** 0 to 90 while it is loading, then 100. */
function useProgress(isLoading: boolean) {
  const [progress, setProgress] = useState(0);
  useEffect(() => {
    if (!isLoading) return;
    setProgress(0);
    const ticking = setInterval(
      () =>
        setProgress((now) => Math.min(now + STEP_PERCENT, WAITING_MAX_PERCENT)),
      STEP_MS,
    );
    return () => clearInterval(ticking);
  }, [isLoading]);
  return isLoading ? progress : 100;
}
