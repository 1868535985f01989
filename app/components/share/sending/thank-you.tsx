import { Trans, useLingui } from "@lingui/react/macro";
import { useSite } from "#app/components/ui/use-site.ts";
import { finderPageAddress } from "#app/components/share/queue/device-finds.ts";
import type { QueueEntry } from "#app/components/share/queue/send-queue.ts";
import { FollowForm } from "#app/components/follow/follow-form.tsx";
import {
  HasBegun,
  IsLookedAt,
  WhatNext,
} from "#app/components/share/thanks.tsx";
import { SocialLink } from "#app/components/site/social-link.tsx";
import { countOriginals, describeSpot } from "./words.ts";
import { Button } from "#app/components/ui/button.tsx";
import { NewTab } from "#app/components/language/new-tab.tsx";

/** Data of the dialogs besides the find, and their ways out. */
export interface AfterSubmitProps {
  isModerated: boolean;
  canFollow: boolean;
  /** Closes the dialogs and the form. The queue goes on with the find. */
  onClose: () => void;
  /** The same, and leads to the list of finds on the page. */
  onOpenFinds: () => void;
}

export function ThankYou({
  entry,
  isModerated,
  canFollow,
  onClose,
  onOpenFinds,
}: AfterSubmitProps & { entry: QueueEntry }) {
  const { i18n } = useLingui();
  const { contact_email: email } = useSite().site;
  const { fields, uuid = "", findKey } = entry;
  const number = Number(fields.rockNumber);
  const spot = describeSpot(i18n, fields);
  return (
    <>
      <p className="thanks-lead lead">
        {number === 0 ? (
          <HasBegun />
        ) : (
          <Trans>
            Rock {number} has begun a new journey, and you are part of it.
          </Trans>
        )}
      </p>
      {isModerated && (
        <p>
          <b>
            <IsLookedAt />
          </b>
          {spot && <span>{` ${spot}`}</span>}
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
      <div className="thanks-next soft full">
        <WhatNext email={email} SocialLink={SocialLink} />
        <p>
          <Trans>
            <a href={finderPageAddress(uuid, findKey)} target="_blank">
              Your find has its own page
              <NewTab />
            </a>
            : see how it is doing, correct it or delete it.
          </Trans>
        </p>
      </div>
      <div className="sending-choice sending-choice--sticky buttons wrap full">
        <Button onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
        <Button look="text" onClick={onOpenFinds}>
          <Trans>Your finds on this device</Trans>
        </Button>
      </div>
    </>
  );
}

function FullPictures({ entry: { pictures, part } }: { entry: QueueEntry }) {
  const { t } = useLingui();
  const { total, done } = countOriginals(pictures);
  if (total === 0) return null;
  if (done === total)
    return (
      <p role="status">
        <Trans>The full pictures are there too.</Trans>
      </p>
    );
  return (
    <div className="stack tight soft full">
      <progress
        className="bar"
        value={part}
        aria-label={t`Sent of the full pictures`}
      />
      <p className="wrap ends">
        <span>
          <Trans>
            The full pictures follow: {done} of {total}
          </Trans>
        </span>
        <span>
          <Trans>no need to wait</Trans>
        </span>
      </p>
    </div>
  );
}
