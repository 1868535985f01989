import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { KeepsakeBox } from "#app/components/admin/site/keepsake-box.tsx";
import { DailyMailBox } from "#app/components/admin/site/daily-mail-box.tsx";
import { SitePicturesBox } from "#app/components/admin/site/site-pictures-box.tsx";
import { SiteTextsForm } from "#app/components/admin/site/site-texts-form.tsx";
import { requireAdminPage } from "#app/http/admin-session.server.ts";
import { readKeepsakes } from "#domain/keepsake/keepsakes.server.ts";
import { readMailState } from "#domain/review/daily-mail.server.ts";
import { renderMarkdown } from "#domain/site/markdown.server.ts";
import { listSitePictures } from "#domain/site/site-pictures.server.ts";
import { draftSiteTexts } from "#domain/site/site-texts.server.ts";

export const meta: MetaFunction = () => [{ title: "Site · Admin" }];

const preview = (text: string) => ({ text, html: renderMarkdown(text) });

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdminPage(request);
  const texts = draftSiteTexts();
  return {
    texts,
    previews: { story: preview(texts.story), sudc: preview(texts.sudc) },
    pictures: listSitePictures(),
    mail: readMailState(),
    keepsakes: await readKeepsakes(),
  };
}

export default function Site() {
  const { texts, previews, pictures, mail, keepsakes } =
    useLoaderData<typeof loader>();
  return (
    <>
      <header className="admin-head">
        <h1>Site</h1>
        <p>What every visitor reads and sees on all pages.</p>
      </header>
      <SiteTextsForm texts={texts} previews={previews} />
      <SitePicturesBox pictures={pictures} />
      <DailyMailBox mail={mail} />
      <KeepsakeBox {...keepsakes} />
    </>
  );
}
