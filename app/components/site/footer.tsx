import { Link } from "@remix-run/react";
import { useState } from "react";
import { PAGES } from "#app/pages.ts";
import type { SiteNames } from "#domain/site/answers.ts";
import { Button } from "#app/components/ui/button.tsx";
import { EnvelopeIcon, PeopleIcon } from "../ui/icons.tsx";
import { ContactPopup } from "./contact-popup.tsx";
import "./footer.css";

export function Footer({ site }: { site: SiteNames }) {
  const [open, setOpen] = useState(false);
  return (
    <footer className="site-foot soft row">
      <p>
        In memory of {site.memorial_name}
        <span>{site.memorial_dates}</span>
      </p>
      <div className="site-foot-links row">
        {PAGES.filter(({ footer }) => footer).map(({ path, label }) => (
          <Link key={path} to={path}>
            {label}
          </Link>
        ))}
        {site.social_url && (
          <a
            className="icon-btn"
            href={site.social_url}
            target="_blank"
            rel="noopener noreferrer"
          >
            <PeopleIcon />
            <span className="sr">Our social group (opens in a new tab)</span>
          </a>
        )}
        <Button
          look="icon"
          aria-label="Contact Us"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <EnvelopeIcon />
        </Button>
      </div>
      <ContactPopup
        open={open}
        onClose={() => setOpen(false)}
        email={site.contact_email}
      />
    </footer>
  );
}
