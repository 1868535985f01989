import { useState, type ReactNode } from "react";
import type { SiteNames } from "#domain/site/answers.ts";
import { NewTab } from "../language/new-tab.tsx";
import { ComingSoonPopup } from "./home/coming-soon-popup.tsx";
import { inElements } from "#app/components/language/in-elements.tsx";
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
        {inElements(children)}
        <NewTab />
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
