import { countOf } from "#domain/core/words.ts";
import type { KeepsakePage } from "#domain/keepsake/pages.ts";
import { paths } from "#domain/keepsake/paths.ts";
import { Markdown } from "#app/components/ui/markdown.tsx";
import { stonePath } from "../assets.ts";
import { Page, type Context } from "../page.tsx";

const ROW = ["rainbow", "turtle", "heart", "mandala", "waves"] as const;

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
      <section className="kept-hero on-picture">
        <picture>
          <source
            media="(max-aspect-ratio: 4/5)"
            srcSet={link(paths.tallHero)}
          />
          <img src={link(paths.hero)} alt="" />
        </picture>
        <h1>{site.hero_title}</h1>
        {site.hero_subtitle && <p>{site.hero_subtitle}</p>}
        {site.memorial_dates && (
          <p className="kept-dates">{site.memorial_dates}</p>
        )}
      </section>
      <div className="kept-story">
        <Markdown
          html={page.html}
          atLine={
            <div className="kept-row">
              {ROW.map((motif) => (
                <img
                  key={motif}
                  src={link(stonePath(motif))}
                  alt=""
                  width={160}
                  height={160}
                  loading="lazy"
                />
              ))}
            </div>
          }
        />
      </div>
      <ul className="kept-doors">
        {doors.map(({ path, stone, title, text }) => (
          <li key={path}>
            <a href={link(path)}>
              <img
                src={link(stonePath(stone))}
                alt=""
                width={112}
                height={112}
                loading="lazy"
              />
              <b>{title}</b>
              <span>{text}</span>
            </a>
          </li>
        ))}
      </ul>
    </Page>
  );
}
