import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@remix-run/react";
import { RockBanner } from "#app/components/rocks/rock-banner.tsx";
import type { RockGroup } from "#app/components/rocks/group-by-rock.ts";
import { Button } from "#app/components/ui/button.tsx";
import { DownIcon } from "#app/components/ui/icons.tsx";
import { JourneyCard } from "./journey-card.tsx";
import { JourneyTextDialog, useJourneyText } from "./journey-text.tsx";
import { useRowEnds } from "./use-row-ends.ts";
import "./rock-journey.css";

interface Props extends RockGroup {
  memorialName: string;
}

/** Shows a rock and its finds, newest first, in a row that scrolls. */
export function RockJourney({ rock, posts, memorialName }: Props) {
  const { t } = useLingui();
  const text = useJourneyText();
  const { row, before, after, move } = useRowEnds<HTMLOListElement>();
  const { rock_number: rockNumber, trips } = rock;
  return (
    <section className="rock-journey">
      <RockBanner rock={rock} memorialName={memorialName} />
      <ol
        ref={row}
        className={after ? "journey-row journey-row--on" : "journey-row"}
        reversed
        start={trips}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area must be reachable by keyboard
        tabIndex={0}
        aria-label={t`Journeys of rock ${rockNumber}, newest first`}
      >
        {posts.map((post, index) => (
          <JourneyCard
            key={post.uuid}
            post={post}
            number={trips - index}
            onRead={text.read}
          />
        ))}
      </ol>
      <div className="rock-journey-more row">
        <Link to={`/rocks/${rockNumber}`} prefetch="intent">
          {posts.length < trips ? (
            <Plural
              value={trips}
              one="See all # journeys"
              other="See all # journeys"
            />
          ) : (
            <Trans>Follow its journey</Trans>
          )}
        </Link>
        {(before || after) && (
          <div className="journey-arrows row">
            <Button
              look="icon"
              aria-label={t`Previous`}
              aria-disabled={!before}
              onClick={() => move(-1)}
            >
              <DownIcon />
            </Button>
            <Button
              look="icon"
              aria-label={t`Next`}
              aria-disabled={!after}
              onClick={() => move(1)}
            >
              <DownIcon />
            </Button>
          </div>
        )}
      </div>
      <JourneyTextDialog {...text} />
    </section>
  );
}
