import { useState } from "react";
import type { SiteNames } from "#domain/site/answers.ts";
import { ComingSoonPopup } from "./home/coming-soon-popup.tsx";
import "./social-link.css";

/** Not for use in a `<p>`: while there is no group it brings the dialog that says so. */
export function SocialLink({
  site,
  children,
}: {
  site: SiteNames;
  children: string;
}) {
  const [open, setOpen] = useState(false);
  if (site.social_url)
    return (
      <a href={site.social_url} target="_blank" rel="noopener noreferrer">
        {children}
        <span className="sr"> (opens in a new tab)</span>
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
