import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { NewTab } from "#app/components/language/new-tab.tsx";
import { Markdown } from "#app/components/ui/markdown.tsx";
import { useSite } from "#app/components/ui/use-site.ts";
import { languageOf } from "#app/http/request/language.server.ts";
import { pageMeta } from "#app/components/site/page-meta.ts";
import { renderMarkdown } from "#domain/site/markdown.server.ts";
import { siteTexts } from "#domain/site/site-texts.server.ts";
import "#app/styles/sudc.css";

export function loader({ request }: LoaderFunctionArgs) {
  const language = languageOf(request);
  return { text: renderMarkdown(siteTexts(language).sudc, language) };
}

export const meta = pageMeta((_site, i18n) => ({
  title: t(i18n)`SUDC`,
  description: t(
    i18n,
  )`What sudden unexplained death in childhood is, and how to help.`,
}));

export default function Sudc() {
  const { site } = useSite();
  const { text } = useLoaderData<typeof loader>();
  return (
    <div className="prose sudc">
      <h1>
        <Trans>Sudden Unexplained Death in Childhood</Trans>
      </h1>
      <Markdown html={text} lang={site.lang.sudc} />
      <p className="page-actions wrap">
        <a
          className="btn"
          href={site.donate_url}
          target="_blank"
          rel="noopener noreferrer"
        >
          <Trans>Donate</Trans>
          <NewTab />
        </a>
      </p>
    </div>
  );
}
