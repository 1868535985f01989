import { useState } from "react";
import { addressOf } from "#app/components/api/send.ts";
import type { AdminFind } from "#domain/finds/answers.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { Shown } from "#app/components/ui/shown.tsx";

export const originalAddress = (
  { rps_key }: Pick<AdminFind, "rps_key">,
  imageName: string,
) =>
  addressOf("GET /api/journey-admin/:rpsKey/images/:imageName/original", {
    params: { rpsKey: rps_key, imageName },
  });

interface Props {
  /** The call that answers the original. */
  address: string;
  label: string;
}

/** Shows the original when it is asked for, with nothing hidden, and offers its file. For the admin alone. */
export function OriginalPicture({ address, label }: Props) {
  const [isAsked, setIsAsked] = useState(false);
  const [isHere, setIsHere] = useState(false);
  return (
    <div className="picture-original stack tight">
      <p className="wrap">
        {!isAsked && (
          <Button look="quiet" onClick={() => setIsAsked(true)}>
            See the original
          </Button>
        )}
        <a className="btn btn--quiet" href={`${address}?as=file`} download>
          Download the original
        </a>
      </p>
      {isAsked && (
        <figure aria-busy={!isHere}>
          <Shown
            className="picture-large"
            src={address}
            alt={`The original of ${label}`}
            onLoad={() => setIsHere(true)}
            otherwise={
              <p role="alert">
                The original could not be shown. It can still be downloaded.
              </p>
            }
          />
          <figcaption className="soft" role="status">
            {isHere
              ? "The original, with nothing hidden. Nobody but you can see it."
              : "The original is on its way."}
          </figcaption>
        </figure>
      )}
    </div>
  );
}

/** The same in a dialog of its own. */
export function OriginalDialog({ address, label }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button look="text" onClick={() => setIsOpen(true)}>
        <span>Original</span>
        <span className="sr">{` of ${label}`}</span>
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title="Original"
        size="large"
      >
        <OriginalPicture address={address} label={label} />
      </Dialog>
    </>
  );
}
