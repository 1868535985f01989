import { admin, api, readJson } from "#app/http/api.server.ts";
import { currentFor, withEtag } from "#app/http/cache/etag.server.ts";
import { SiteTextsChange } from "#domain/site/schemas.ts";
import {
  draftSiteTexts,
  saveSiteTexts,
} from "#domain/site/site-texts.server.ts";

export const loader = api({
  GET: admin(() => withEtag(draftSiteTexts())),
  PUT: admin(async ({ request }) => {
    const changes = await readJson(request, SiteTextsChange);
    return withEtag(saveSiteTexts(changes, currentFor(request)));
  }),
});

export const action = loader;
