import { siteLanguage } from "#domain/core/languages/languages.server.ts";
import { getSettings } from "#domain/core/settings.server.ts";
import { renderMarkdown } from "#domain/site/markdown.server.ts";
import { pathFrom, paths } from "./paths.ts";

/** The pages of the site that a keepsake has too. */
const KEPT: Record<string, string> = {
  "/": paths.story,
  "/photos": paths.albums,
  "/track-the-rocks": paths.rocks(1),
  "/all-rocks": paths.rocks(1),
  "/map": paths.map,
  "/sudc": paths.awareness,
};

const LINK = /<a href="([^"]*)"[^>]*>(.*?)<\/a>/gs;
const MAIL = /[\w.+-]+@[a-z\d-]+(\.[a-z\d-]+)+/gi;

/**
 * Renders a text of the family's own for a page of the keepsake: links within the site lead to the keepsake's pages,
 * or become text if it has no such page, and e-mail addresses are left out.
 * @param hasRock whether the keepsake has a page of this rock
 */
export function renderOwnText(
  text: string,
  page: string,
  hasRock: (rockNumber: number) => boolean,
) {
  const site = new URL(getSettings().PUBLIC_URL);
  const html = renderMarkdown(text, siteLanguage()).replace(
    LINK,
    (link: string, href: string, words: string) => {
      const to = new URL(href.replaceAll("&amp;", "&"), site);
      if (to.protocol === "mailto:") return words;
      if (to.origin !== site.origin) return link;
      const [, rock] = /^\/rocks\/(\d{1,6})$/.exec(to.pathname) ?? [];
      const kept =
        rock === undefined
          ? KEPT[to.pathname]
          : hasRock(Number(rock))
            ? paths.rock(Number(rock))
            : undefined;
      return kept === undefined
        ? words
        : `<a href="${pathFrom(page, kept)}">${words}</a>`;
    },
  );
  return html.replace(MAIL, "…");
}
