import { Trans } from "@lingui/react/macro";
import { useState, type ReactNode } from "react";
import type { SiteNames } from "#domain/site/answers.ts";
import { ComingSoonPopup } from "./home/coming-soon-popup.tsx";
import "./social-link.css";

/** Not for use in a `<p>`, because it contains a dialog while there is no group. */
export function SocialLink({
  site,
  children,
}: {
  site: SiteNames;
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  if (site.social_url)
    return (
      <a href={site.social_url} target="_blank" rel="noopener noreferrer">
        {children}
        <span className="sr">
          {" "}
          <Trans>(opens in a new tab)</Trans>
        </span>
      </a>
    );
  return (
    <>
      <button
        type="button"
        className="social-link"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {children}
      </button>
      <ComingSoonPopup
        open={open}
        onClose={() => setOpen(false)}
        email={site.contact_email}
      />
    </>
  );
}
