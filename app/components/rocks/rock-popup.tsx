import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { useParentsLanguage } from "#app/components/language/use-other-language.ts";
import { formatNames } from "#app/components/language/lists.ts";
import type { RockSummary } from "#domain/rocks/answers.ts";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { groupByRock } from "./group-by-rock.ts";
import { RockBanner } from "./rock-banner.tsx";
import { RockJourney } from "#app/components/rocks/journey/rock-journey.tsx";
import type { PublicFind } from "#domain/finds/answers.ts";
import { useApi } from "#app/components/api/use-api.ts";
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

const STEP_PERCENT = 10;
const STEP_MS = 200;
const WAITING_MAX_PERCENT = 90;

interface Journey {
  /** 0 to 90 while loading, then 100. */
  progress: number;
  /** Undefined while loading. Empty if the rock has no finds or the fetch failed. */
  posts?: PublicFind[];
  /** Loaded together with the finds. Undefined if its fetch failed. */
  rock?: RockSummary;
}

/** Fetches a rock's finds, newest first. */
function useRockPosts(rockNumber: number): Journey {
  const sent = { params: { rockNumber } };
  const finds = useApi("GET /api/rock-posts/:rockNumber", sent);
  const summary = useApi("GET /api/rock-posts/:rockNumber/summary", sent);
  const isLoading = finds.isLoading || summary.isLoading;
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
  }, [isLoading, rockNumber]);

  return isLoading
    ? { progress }
    : { progress: 100, posts: finds.answer ?? [], rock: summary.answer };
}
