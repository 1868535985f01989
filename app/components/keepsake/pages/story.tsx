import { countOf } from "#domain/core/words.ts";
import type { KeepsakePage } from "#domain/keepsake/pages.ts";
import { paths } from "#domain/keepsake/paths.ts";
import { Hero, HomeTitle } from "#app/components/site/home/hero.tsx";
import { ExampleMark, StoryText } from "#app/components/site/home/story.tsx";
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
  const doors = [
    {
      path: paths.albums,
      stone: "balloon",
      title: "Photographs",
      text: countOf(page.photos, "photograph"),
    },
    {
      path: paths.rocks(1),
      stone: "ladybird",
      title: "Rocks",
      text: `${countOf(page.rocks, "rock")}, ${countOf(page.finds, "journey")}`,
    },
    {
      path: paths.map,
      stone: "sailboat",
      title: "Map",
      text: "Where they have been",
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
