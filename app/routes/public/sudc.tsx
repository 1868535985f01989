import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Markdown } from "#app/components/ui/markdown.tsx";
import { pageMeta } from "#app/components/site/page-meta.ts";
import { renderMarkdown } from "#domain/site/markdown.server.ts";
import { siteNames, siteTexts } from "#domain/site/site-texts.server.ts";
import "#app/styles/page.css";
import "#app/styles/sudc.css";

export function loader() {
  return { site: siteNames(), text: renderMarkdown(siteTexts().sudc) };
}

export const meta: MetaFunction = (args) =>
  pageMeta(args, () => ({
    title: "SUDC",
    description:
      "What sudden unexplained death in childhood is, and how to help.",
  }));

export default function Sudc() {
  const { site, text } = useLoaderData<typeof loader>();
  return (
    <div className="page sudc">
      <header className="page-head">
        <h1>Sudden Unexplained Death in Childhood</h1>
      </header>
      <Markdown html={text} />
      <p className="page-actions buttons">
        <a
          className="btn"
          href={site.donate_url}
          target="_blank"
          rel="noopener noreferrer"
        >
          Donate<span className="sr"> (opens in a new tab)</span>
        </a>
      </p>
    </div>
  );
}
