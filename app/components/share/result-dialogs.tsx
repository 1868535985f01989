import type { SiteNames } from "#domain/site/answers.ts";
import { RockStone } from "../rocks/rock-stone.tsx";
import { useRockSummary } from "#app/components/rocks/journey/use-rock-summary.ts";
import { SocialLink } from "../site/social-link.tsx";
import { Dialog } from "../ui/dialog.tsx";
import "./result-dialogs.css";

interface ThankYouProps {
  open: boolean;
  onClose: () => void;
  site: SiteNames;
  rockNumber: string;
  /** The address of the finder's page, with its key. */
  page: string;
  /** Whether somebody looks at the find before it is on the site. */
  isModerated: boolean;
}

export function ThankYouDialog({
  open,
  onClose,
  site,
  rockNumber,
  page,
  isModerated,
}: ThankYouProps) {
  const number = Number(rockNumber);
  const rock = useRockSummary(rockNumber);
  return (
    <Dialog open={open} onClose={onClose} title="Thank You!">
      <div className="result">
        <RockStone rockNumber={number} pin={rock?.pin} size={128} />
        <p>
          {number === 0
            ? "Your rock has begun a new journey, and you are part of it."
            : `Rock ${number} has begun a new journey, and you are part of it.`}
        </p>
        <ul>
          <li>Take the rock to a new place and post again.</li>
          <li>Or leave it there for the next finder.</li>
          <li>
            <SocialLink site={site}>Follow our social group</SocialLink> to see
            where the other rocks are.
          </li>
          <li>
            Would you like a new rock? Write to{" "}
            <a href={`mailto:${site.contact_email}`}>{site.contact_email}</a>.
          </li>
        </ul>
        <p className="result-page">
          {isModerated &&
            "Somebody looks at every find before it appears on the site. "}
          <a href={page} target="_blank">
            Your find has its own page
            <span className="sr"> (opens in a new tab)</span>
          </a>
          : see how it is doing, correct it or delete it. You can always get
          back to it from ‘Your finds’ on this page, on this device.
        </p>
        <button type="button" className="btn" onClick={onClose}>
          Done
        </button>
      </div>
    </Dialog>
  );
}

interface KeptProps {
  open: boolean;
  onClose: () => void;
}

export function KeptDialog({ open, onClose }: KeptProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Kept To Send Later"
      size="small"
    >
      <div className="result result--failed">
        <p>
          Your find and its pictures are kept on this device. We send them when
          you are online and a page of this site is open.
        </p>
        <button type="button" className="btn" onClick={onClose}>
          Done
        </button>
      </div>
    </Dialog>
  );
}

interface SubmitFailedProps {
  open: boolean;
  onClose: () => void;
  /** Asks for the find to be kept on this device, and sent later. */
  onKeep: () => void;
  email: string;
  /** The server's own sentence; may be empty. */
  reason: string;
}

export function SubmitFailedDialog({
  open,
  onClose,
  onKeep,
  email,
  reason,
}: SubmitFailedProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Submit Failed" size="small">
      <div className="result result--failed">
        <p>
          Sorry, something went wrong. The submit did not work. Please email us
          instead if it keeps failing: <a href={`mailto:${email}`}>{email}</a>
        </p>
        {reason && <p className="result-reason">{reason}</p>}
        <button type="button" className="btn" onClick={onClose}>
          Back to the form
        </button>
        <button type="button" className="btn btn--quiet" onClick={onKeep}>
          Keep it and send it later
        </button>
      </div>
    </Dialog>
  );
}
