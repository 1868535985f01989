import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@remix-run/react";
import { useId, useState } from "react";
import { RockStone } from "#app/components/rocks/rock-stone.tsx";
import { useRockSummary } from "#app/components/rocks/journey/use-rock-summary.ts";
import { UPLOAD_FORM } from "#app/components/visitor/share-addresses.ts";
import { Button } from "#app/components/ui/button.tsx";
import { CloseIcon } from "#app/components/ui/icons.tsx";
import { useQrRock } from "#app/components/visitor/qr-rock.ts";
import "./greeting.css";

/** Greets a visitor who scanned a rock's QR code, until it is closed. */
export function Greeting() {
  const rockNumber = useQrRock();
  const [closed, setClosed] = useState(false);
  return rockNumber && !closed ? (
    <RockGreeting
      rockNumber={Number(rockNumber)}
      onClose={() => setClosed(true)}
    />
  ) : null;
}

function RockGreeting({
  rockNumber,
  onClose,
}: {
  rockNumber: number;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const heading = useId();
  const rock = useRockSummary(rockNumber);
  const trips = rockNumber === 0 ? 0 : (rock?.trips ?? 0);
  return (
    <aside className="greeting" aria-labelledby={heading}>
      <RockStone rockNumber={rockNumber} pin={rock?.pin} size={104} />
      <div>
        <h2 id={heading}>
          {rockNumber === 0
            ? t`You found a rock`
            : t`You found rock ${rockNumber}`}
        </h2>
        <p>
          <Plural
            value={trips}
            _0="It is waiting to be taken somewhere new, and you can take it there."
            one="It has been on one journey. You can start the next."
            other="It has been on # journeys. You can start the next."
          />
        </p>
      </div>
      <Button look="icon" aria-label={t`Close this greeting`} onClick={onClose}>
        <CloseIcon />
      </Button>
      <div className="greeting-do buttons">
        <Link className="btn" to={UPLOAD_FORM} prefetch="intent">
          <Trans>Upload Your Rock</Trans>
        </Link>
        {trips > 0 && (
          <Link className="btn btn--quiet" to={`/map?rock=${rockNumber}`}>
            <Trans>See where it has been</Trans>
          </Link>
        )}
      </div>
    </aside>
  );
}
