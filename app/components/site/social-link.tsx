import { useState, type ReactNode } from "react";
import { Trans, useLingui } from "@lingui/react/macro";
import { NewTab } from "#app/components/language/new-tab.tsx";
import { inElements } from "#app/components/language/in-elements.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { useSite } from "#app/components/ui/use-site.ts";
import "./footer.css";

/** Not for use in a `<p>`, because it contains a dialog while there is no group. */
export function SocialLink({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  const { social_url, contact_email: email } = useSite().site;
  const [open, setOpen] = useState(false);
  if (social_url)
    return (
      <a href={social_url} target="_blank" rel="noopener noreferrer">
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
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t`Coming Soon`}
        size="small"
      >
        <p>
          <Trans>
            Our group is not open yet. Until it is, write to us at{" "}
            <a href={`mailto:${email}`}>{email}</a>.
          </Trans>
        </p>
      </Dialog>
    </>
  );
}
