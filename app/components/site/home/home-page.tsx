import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@remix-run/react";
import { useRef } from "react";
import { ThisDay } from "#app/components/site/on-this-day/memory.tsx";
import { DownIcon } from "#app/components/ui/icons.tsx";
import { Pebble } from "#app/components/ui/pebble.tsx";
import { shareAddress } from "#app/components/visitor/share-addresses.ts";
import type { SiteNames } from "#domain/site/answers.ts";
import type { OnThisDay } from "#domain/site/on-this-day.server.ts";
import type { Scan } from "./greeting.tsx";
import { Hero, HomeTitle, type HeroPicture } from "./hero.tsx";
import { Story } from "./story.tsx";
import type { Elements } from "#app/components/language/in-elements.tsx";
import "./home-page.css";

const HOME_FOOT = "home-foot";

/** Has the first paint wait for the part that the greeting would grow into. Browsers that don't know this paint at once. */
export const paintWithGreeting = {
  tagName: "link" as const,
  rel: "expect",
  href: `#${HOME_FOOT}`,
  blocking: "render",
};

interface Props {
  site: SiteNames;
  /** As HTML. */
  story: string;
  examples: { dates: boolean; story: boolean };
  isAdmin: boolean;
  thisDay: OnThisDay | undefined;
  hero: HeroPicture;
  /** Of a rock whose QR code was scanned. */
  greeting: Elements;
  /** The QR code that led here. */
  scan?: Scan;
}

export function HomePage({
  site,
  story,
  examples,
  isAdmin,
  thisDay,
  hero,
  greeting,
  scan,
}: Props) {
  const { t } = useLingui();
  const { memorial_name } = site;
  const storyPlace = useRef<HTMLElement>(null);

  function scrollToStory() {
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    storyPlace.current?.scrollIntoView({
      behavior: isCalm ? "auto" : "smooth",
    });
    storyPlace.current?.focus({ preventScroll: true });
  }

  return (
    <>
      <Hero picture={hero} className="hero--full">
        <HomeTitle site={site} isExample={examples.dates} />
        <div id={HOME_FOOT} className="home-foot stack">
          {greeting}
          <button
            type="button"
            className="home-scroll badge"
            aria-label={t`Scroll down to ${memorial_name}'s story`}
            onClick={scrollToStory}
          >
            <DownIcon />
          </button>
        </div>
      </Hero>
      <Story
        ref={storyPlace}
        html={story}
        lang={site.lang.story}
        isExample={examples.story}
        isAdmin={isAdmin}
      />
      {thisDay && <ThisDay memory={thisDay} />}
      <Link
        className="btn float on-picture"
        to={shareAddress(scan)}
        prefetch="intent"
        onClick={() => window.scrollTo({ top: 0, behavior: "instant" })}
      >
        <Pebble motif="heart" size={34} />
        <Trans>Share Your Rock</Trans>
      </Link>
    </>
  );
}
