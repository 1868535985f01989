import type { SiteNames } from "#domain/site/answers.ts";
import { finderPageAddress } from "#app/components/share/queue/find-store.ts";
import type { QueueEntry } from "#app/components/share/queue/send-queue.ts";
import { FollowForm } from "#app/components/follow/follow-form.tsx";
import { SocialLink } from "#app/components/site/social-link.tsx";
import { countOriginals, describeSpot } from "./words.ts";
import { Button } from "#app/components/ui/button.tsx";

/** What the dialogs know beside the find, and where they lead. */
export interface AfterSubmitProps {
  site: SiteNames;
  isModerated: boolean;
  /** Whether the site can tell by mail when the rock moves on. */
  canFollow: boolean;
  /** Closes the dialogs and the form. The queue goes on with the find. */
  onClose: () => void;
  /** The same, and leads to the list of finds on the page. */
  onOpenFinds: () => void;
}

/** A find that is with the site. */
export function ThankYou({
  entry,
  site,
  isModerated,
  canFollow,
  onClose,
  onOpenFinds,
}: AfterSubmitProps & { entry: QueueEntry }) {
  const { fields, uuid = "", findKey } = entry;
  const number = Number(fields.rockNumber);
  const spot = describeSpot(fields);
  return (
    <>
      <p className="thanks-lead">
        {number === 0
          ? "Your rock has begun a new journey, and you are part of it."
          : `Rock ${number} has begun a new journey, and you are part of it.`}
      </p>
      {isModerated && (
        <p>
          <b>Somebody looks at every find before it appears on the site.</b>{" "}
          {spot && `Then it is ${spot}.`}
        </p>
      )}
      <FullPictures entry={entry} />
      {canFollow && number > 0 && (
        <FollowForm
          rockNumber={number}
          find={{ uuid, find_key: findKey }}
          email={fields.email}
        />
      )}
      <div className="thanks-next soft">
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
        <p>
          <a href={finderPageAddress(uuid, findKey)} target="_blank">
            Your find has its own page
            <span className="sr"> (opens in a new tab)</span>
          </a>
          : see how it is doing, correct it or delete it.
        </p>
      </div>
      <div className="sending-choice sending-choice--sticky">
        <Button onClick={onClose}>Done</Button>
        <Button look="text" onClick={onOpenFinds}>
          Your finds on this device
        </Button>
      </div>
    </>
  );
}

/** How the originals follow. The find itself is already safe. */
function FullPictures({
  entry: { pictures, part, isKept },
}: {
  entry: QueueEntry;
}) {
  const { total, done } = countOriginals(pictures);
  if (total === 0) return null;
  if (done === total)
    return <p role="status">The full pictures are there too.</p>;
  return (
    <div className="sending-track stack soft">
      <progress
        className="bar"
        value={part}
        aria-label="Sent of the full pictures"
      />
      <p>
        <span>
          The full pictures follow: {done} of {total}
        </span>
        <span>{isKept ? "no need to wait" : "please keep this page open"}</span>
      </p>
    </div>
  );
}
