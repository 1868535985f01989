import { t } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { useRef } from "react";
import { Greeting } from "#app/components/site/home/greeting.tsx";
import {
  Hero,
  heroAddresses,
  heroMeta,
  HomeTitle,
} from "#app/components/site/home/hero.tsx";
import { ThisDay } from "#app/components/site/on-this-day/this-day.tsx";
import { Story } from "#app/components/site/home/story.tsx";
import { DownIcon } from "#app/components/ui/icons.tsx";
import { Pebble } from "#app/components/ui/pebble.tsx";
import { languageOf } from "#app/http/request/language.server.ts";
import { pageMeta } from "#app/components/site/page-meta.ts";
import { localDay } from "#domain/core/local-day.server.ts";
import { isAdmin } from "#app/http/admin-session.server.ts";
import { renderMarkdown } from "#domain/site/markdown.server.ts";
import { readOnThisDay } from "#domain/site/on-this-day.server.ts";
import { versionOfPicture } from "#domain/site/site-pictures.server.ts";
import {
  findExamples,
  siteNames,
  siteTexts,
} from "#domain/site/site-texts.server.ts";
import "./home.css";

export async function loader({ request }: LoaderFunctionArgs) {
  const { story, on_this_day } = siteTexts(languageOf(request));
  return {
    examples: findExamples(),
    // Only a browser with an admin's session gets a page that isn't the same for everyone.
    isAdmin: await isAdmin(request),
    site: siteNames(languageOf(request)),
    story: renderMarkdown(story),
    thisDay: on_this_day ? readOnThisDay(localDay()) : undefined,
    hero: {
      picture: "home_bkg" as const,
      version: versionOfPicture("home_bkg"),
    },
  };
}

export const meta: MetaFunction<typeof loader> = (args) => [
  ...pageMeta(args, ({ memorial_name }, i18n) => ({
    description: t(
      i18n,
    )`In memory of ${memorial_name}: painted rocks that travel the world, from hand to hand.`,
  })),
  ...(args.data ? heroMeta(args.data.hero) : []),
];

export default function Home() {
  const { t } = useLingui();
  const { site, story, examples, isAdmin, thisDay, hero } =
    useLoaderData<typeof loader>();
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
      <Hero {...heroAddresses(hero)} className="hero--full">
        <HomeTitle site={site} isExample={examples.dates} />
        <div className="home-foot stack">
          <Greeting />
          <button
            type="button"
            className="home-scroll"
            aria-label={t`Scroll down to ${memorial_name}’s story`}
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
        to="/share-your-rock"
        prefetch="intent"
        onClick={() => window.scrollTo({ top: 0, behavior: "instant" })}
      >
        <Pebble motif="heart" size={34} />
        <Trans>Share Your Rock</Trans>
      </Link>
    </>
  );
}
