import { keeping } from "#core/keeping.server.ts";
import { localDay } from "#core/local-day.server.ts";
import { renderMarkdown } from "#domain/site/markdown.server.ts";
import { readOnThisDay } from "#domain/site/on-this-day.server.ts";
import { versionOfPicture } from "#domain/site/site-pictures.server.ts";
import { findExamples, siteTexts } from "#domain/site/site-texts.server.ts";
import { isAdmin } from "./admin-session.server.ts";
import { languageOf } from "./request/language.server.ts";

export async function readHome(request: Request) {
  const language = languageOf(request);
  const { story, on_this_day } = siteTexts(language);
  return {
    examples: findExamples(),
    // Only a browser with an admin's session gets a page that isn't the same for everyone.
    isAdmin: await isAdmin(request),
    story: renderMarkdown(story, language),
    thisDay:
      on_this_day && !keeping.day ? readOnThisDay(localDay()) : undefined,
    hero: {
      picture: "home_bkg" as const,
      version: versionOfPicture("home_bkg"),
    },
  };
}
