import { admin, api, readJson } from "#app/http/api.server.ts";
import { renderMarkdown } from "#domain/site/markdown.server.ts";
import { MarkdownText } from "#domain/site/schemas.ts";

/** How a text will look, by the same rules as on its page. */
export const loader = api({
  POST: admin(async ({ request }) => ({
    html: renderMarkdown((await readJson(request, MarkdownText)).text),
  })),
});

export const action = loader;
