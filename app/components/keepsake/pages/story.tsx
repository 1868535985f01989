import { t } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { formatList } from "#app/components/language/lists.ts";
import type { KeepsakePage } from "#domain/keepsake/pages.ts";
import { paths } from "#domain/keepsake/paths.ts";
import { Hero, HomeTitle } from "#app/components/site/home/hero.tsx";
import { ExampleMark, StoryText } from "#app/components/site/home/story.tsx";
import { countJourneys, countPhotographs, countRocks } from "../counts.ts";
import { stonePath } from "../assets.ts";
import { Page, type Context } from "../page.tsx";

const Stone = ({ src, size }: { src: string; size: number }) => (
  <img
    className="pebble"
    src={src}
    alt=""
    width={size}
    height={size}
    loading="lazy"
  />
);

export function StoryPage({
  page,
  site,
  link,
}: Context & { page: Extract<KeepsakePage, { kind: "story" }> }) {
  const { i18n } = useLingui();
  const { photos, rocks, finds } = page;
  const doors = [
    {
      path: paths.albums,
      stone: "balloon",
      title: t(i18n)`Photographs`,
      text: countPhotographs(i18n, photos),
    },
    {
      path: paths.rocks(1),
      stone: "ladybird",
      title: t(i18n)`Rocks`,
      text: formatList(i18n, [
        countRocks(i18n, rocks),
        countJourneys(i18n, finds),
      ]),
    },
    {
      path: paths.map,
      stone: "sailboat",
      title: t(i18n)`Map`,
      text: t(i18n)`Where they have been`,
    },
  ] as const;
  return (
    <Page kind="story" site={site} link={link}>
      <Hero
        wide={link(paths.hero)}
        tall={link(paths.tallHero)}
        className="hero--full"
      >
        <HomeTitle site={site} isExample={page.examples.dates} />
      </Hero>
      <section className="story">
        {page.examples.story && <ExampleMark />}
        <StoryText
          html={page.html}
          lang={site.lang.story}
          stone={(motif) => (
            <Stone key={motif} src={link(stonePath(motif))} size={160} />
          )}
        />
      </section>
      <ul className="kept-doors">
        {doors.map(({ path, stone, title, text }) => (
          <li key={path}>
            <a href={link(path)}>
              <Stone src={link(stonePath(stone))} size={112} />
              <b>{title}</b>
              <span>{text}</span>
            </a>
          </li>
        ))}
      </ul>
    </Page>
  );
}
