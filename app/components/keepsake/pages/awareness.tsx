import type { KeepsakePage } from "#domain/keepsake/pages.ts";
import { Markdown } from "#app/components/ui/markdown.tsx";
import { Page, type Context } from "../page.tsx";

export function AwarenessPage({
  page,
  site,
  link,
}: Context & { page: Extract<KeepsakePage, { kind: "awareness" }> }) {
  return (
    <Page kind="awareness" title="SUDC" site={site} link={link}>
      <div className="page sudc">
        <header className="page-head">
          <h1>Sudden Unexplained Death in Childhood</h1>
        </header>
        <Markdown html={page.html} />
        {site.donate_url && (
          <p className="page-actions buttons">
            <a className="btn" href={site.donate_url} rel="noopener noreferrer">
              Donate
            </a>
          </p>
        )}
      </div>
    </Page>
  );
}
