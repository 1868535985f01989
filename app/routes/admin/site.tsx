import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SiteScreen } from "#app/components/admin/site/site-screen.tsx";
import { requireAdminPage } from "#app/http/admin-session.server.ts";
import { countFollowers } from "#domain/follow/followers.server.ts";
import { readKeepsakes } from "#domain/keepsake/keepsakes.server.ts";
import { renderMarkdown } from "#domain/site/markdown.server.ts";
import { listSitePictures } from "#domain/site/site-pictures.server.ts";
import { draftSiteTexts, isOwnText } from "#domain/site/site-texts.server.ts";

import { listTranslations } from "#domain/site/translations.server.ts";

export const meta: MetaFunction = () => [{ title: "Site · Admin" }];

const preview = (text: string) => ({
  text,
  html: renderMarkdown(text, "en"),
});

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdminPage(request);
  const texts = draftSiteTexts();
  return {
    texts,
    own: {
      names: isOwnText("site_name") || isOwnText("memorial_name"),
      story: isOwnText("story"),
      contact: isOwnText("contact_email"),
      sudc: isOwnText("sudc"),
    },
    previews: { story: preview(texts.story), sudc: preview(texts.sudc) },
    translations: listTranslations(),
    pictures: listSitePictures(),
    followers: countFollowers(),
    keepsakes: await readKeepsakes(),
  };
}

export default function Site() {
  return (
    <>
      <header className="admin-head">
        <h1>Site</h1>
        <p>What every visitor reads and sees on all pages.</p>
      </header>
      <SiteScreen {...useLoaderData<typeof loader>()} />
    </>
  );
}
