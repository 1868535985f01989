import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@remix-run/react";
import { useRef, type RefObject } from "react";
import { ThisDay } from "#app/components/site/on-this-day/memory.tsx";
import { DownIcon } from "#app/components/ui/icons.tsx";
import { Pebble } from "#app/components/ui/pebble.tsx";
import { useSite } from "#app/components/ui/use-site.ts";
import type { SiteNames } from "#domain/site/answers.ts";
import type { OnThisDay } from "#domain/site/on-this-day.server.ts";
import { Hero, type HeroPicture } from "./hero.tsx";
import type { Elements } from "#app/components/language/in-elements.tsx";
import { Markdown } from "#app/components/ui/markdown.tsx";
import "./home-page.css";

interface Props {
  story: string;
  examples: { dates: boolean; story: boolean };
  isAdmin: boolean;
  thisDay: OnThisDay | undefined;
  hero: HeroPicture;
  greeting: Elements;
  /** The number of the rock whose QR code led here. */
  scanned?: number;
}

export function HomePage({
  story,
  examples,
  isAdmin,
  thisDay,
  hero,
  greeting,
  scanned,
}: Props) {
  const { t } = useLingui();
  const { site } = useSite();
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
        <div className="home-foot stack">
          {greeting}
          <button
            type="button"
            className="home-scroll badge centre"
            aria-label={t`Scroll down to ${memorial_name}'s story`}
            onClick={scrollToStory}
          >
            <DownIcon />
          </button>
        </div>
      </Hero>
      <Story
        place={storyPlace}
        html={story}
        lang={site.lang.story}
        isExample={examples.story}
        isAdmin={isAdmin}
      />
      {thisDay && <ThisDay memory={thisDay} />}
      <Link
        className="btn float on-picture"
        // Without JavaScript nothing remembers the number.
        to={`/share-your-rock${scanned === undefined ? "" : `?r=${scanned}`}`}
        prefetch="intent"
        onClick={() => window.scrollTo({ top: 0, behavior: "instant" })}
      >
        <Pebble motif="heart" size={34} />
        <Trans>Share Your Rock</Trans>
      </Link>
    </>
  );
}

const HomeTitle = ({
  site,
  isExample,
}: {
  site: SiteNames;
  /** The name and the dates are those of nobody. */
  isExample: boolean;
}) => (
  <div className="home-title">
    <h1 dir="auto" lang={site.lang.hero_title}>
      {site.hero_title}
    </h1>
    {site.hero_subtitle && (
      <p dir="auto" lang={site.lang.hero_subtitle}>
        {site.hero_subtitle}
      </p>
    )}
    {site.memorial_dates && (
      <p className="home-dates">
        <bdi lang={site.lang.memorial_dates}>{site.memorial_dates}</bdi>
        {isExample && (
          <small>
            {" "}
            <Trans>an example</Trans>
          </small>
        )}
      </p>
    )}
  </div>
);

const ROW = ["rainbow", "turtle", "heart", "mandala", "waves"] as const;

interface StoryProps {
  place: RefObject<HTMLElement>;
  html: string;
  lang?: string;
  isExample: boolean;
  isAdmin: boolean;
}

function Story({ place, html, lang, isExample, isAdmin }: StoryProps) {
  const { t } = useLingui();
  const steps = [
    [
      "mountains",
      t`Take it somewhere new`,
      t`A bench, a beach, the top of a hill.`,
    ],
    ["sunflower", t`Photograph it there`, t`With the view, if there is one.`],
    ["rocket", t`Leave it, and tell us`, t`We’ll put its journey on the map.`],
  ] as const;
  return (
    <section className="story measured" id="story" tabIndex={-1} ref={place}>
      {isExample && (
        <p className="story-example soft">
          <Trans>
            This story is an example. The family of this site has not written
            theirs yet.
          </Trans>
          {isAdmin && (
            <span>
              {" "}
              <Link to="/admin/site#story">{t`Write your own story`}</Link>
            </span>
          )}
        </p>
      )}
      <Markdown
        html={html}
        lang={lang}
        atLine={
          <div className="story-row">
            {ROW.map((motif) => (
              <Pebble key={motif} motif={motif} size={160} lazy />
            ))}
          </div>
        }
      />

      <h2>{t`If a stone finds you`}</h2>
      <p>
        <Trans>
          Each one has a number on the back. It would like to see the world, and
          it can’t do that alone.
        </Trans>
      </p>
      <ol className="story-steps stack loose">
        {steps.map(([motif, title, more]) => (
          <li key={motif} className="row">
            <Pebble motif={motif} size={72} lazy />
            <div>
              <b className="name">{title}</b>
              <span>{more}</span>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
