import { useState, type ReactNode } from "react";
import { Trans, useLingui } from "@lingui/react/macro";
import type { SiteNames } from "#domain/site/answers.ts";
import { NewTab } from "#app/components/language/new-tab.tsx";
import { inElements } from "#app/components/language/in-elements.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import "./footer.css";

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

interface Props {
  open: boolean;
  onClose: () => void;
  email: string;
}

/** Opens instead of a social group that does not exist yet. */
function ComingSoonPopup({ open, onClose, email }: Props) {
  const { t } = useLingui();
  return (
    <Dialog open={open} onClose={onClose} title={t`Coming Soon`} size="small">
      <p>
        <Trans>
          Our group is not open yet. Until it is, write to us at{" "}
          <a href={`mailto:${email}`}>{email}</a>.
        </Trans>
      </p>
    </Dialog>
  );
}
