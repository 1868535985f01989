import { Trans, useLingui } from "@lingui/react/macro";
import type { KeepsakePage } from "#domain/keepsake/pages.ts";
import { Markdown } from "#app/components/ui/markdown.tsx";
import { Page, type Context } from "../page.tsx";

export function AwarenessPage({
  page,
  site,
  link,
}: Context & { page: Extract<KeepsakePage, { kind: "awareness" }> }) {
  const { t } = useLingui();
  return (
    <Page kind="awareness" title={t`SUDC`} site={site} link={link}>
      <div className="page sudc">
        <header className="page-head">
          <h1>
            <Trans>Sudden Unexplained Death in Childhood</Trans>
          </h1>
        </header>
        <Markdown html={page.html} lang={site.lang.sudc} />
        {site.donate_url && (
          <p className="page-actions buttons">
            <a className="btn" href={site.donate_url} rel="noopener noreferrer">
              <Trans>Donate</Trans>
            </a>
          </p>
        )}
      </div>
    </Page>
  );
}
