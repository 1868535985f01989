import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { RockBanner } from "#app/components/rocks/rock-banner.tsx";
import type { PublicFind } from "#domain/finds/answers.ts";
import type { RockSummary } from "#domain/rocks/answers.ts";
import { rockAddress } from "#domain/rocks/rock-address.ts";
import { nameRock } from "#app/components/language/rocks.ts";
import { Button } from "#app/components/ui/button.tsx";
import { DownIcon } from "#app/components/ui/icons.tsx";
import { JourneyCards } from "./journey-cards.tsx";
import "./rock-journey.css";

export interface RockGroup {
  rock: RockSummary;
  /** Newest first. All finds or only the newest. */
  posts: PublicFind[];
}

/** Shows a rock and its finds, newest first, in a row that scrolls. */
export function RockJourney({ rock, posts }: RockGroup) {
  const { t, i18n } = useLingui();
  const { row, before, after, move } = useRowEnds<HTMLOListElement>();
  const { rock_number: rockNumber, trips } = rock;
  return (
    <section>
      <RockBanner rock={rock} />
      <JourneyCards
        listRef={row}
        posts={posts}
        first={trips}
        className={after ? "journey-row journey-row--on" : "journey-row"}
        // A scrolling area must be reachable by keyboard.
        tabIndex={0}
        aria-label={
          rockNumber === 0
            ? nameRock(i18n, rockNumber)
            : t`Journeys of rock ${rockNumber}, newest first`
        }
      />
      <div className="rock-journey-more row ends">
        <Link className="text-btn" to={rockAddress(rock)} prefetch="intent">
          {rockNumber === 0 ? (
            <Trans>See this find</Trans>
          ) : posts.length < trips ? (
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
    </section>
  );
}

/** Says on which sides a row that scrolls goes on, and moves it by most of its width. */
function useRowEnds<T extends HTMLElement>() {
  const row = useRef<T>(null);
  const [before, setBefore] = useState(false);
  const [after, setAfter] = useState(false);

  useEffect(() => {
    const element = row.current!;
    const look = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element;
      // Negative from right to left. Not whole pixels on every screen.
      const start = Math.abs(scrollLeft);
      setBefore(start > 1);
      setAfter(start + clientWidth < scrollWidth - 1);
    };
    const size = new ResizeObserver(look);
    size.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      size.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, []);

  function move(steps: 1 | -1) {
    const element = row.current!;
    const turn = getComputedStyle(element).direction === "rtl" ? -1 : 1;
    element.scrollBy({ left: steps * turn * element.clientWidth * 0.8 });
  }

  return { row, before, after, move };
}
