import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@remix-run/react";
import { useId, useState } from "react";
import { RockStone } from "#app/components/rocks/rock-stone.tsx";
import { useRockSummary } from "#app/components/rocks/journey/use-rock-summary.ts";
import {
  formAddress,
  UPLOAD_FORM,
} from "#app/components/visitor/share-addresses.ts";
import type { RockSummary } from "#domain/rocks/answers.ts";
import { Button } from "#app/components/ui/button.tsx";
import { CloseIcon } from "#app/components/ui/icons.tsx";
import { useQrRock } from "#app/components/visitor/qr-rock.ts";
import "./greeting.css";

/** A rock whose QR code led here. */
export interface Scan {
  rock: RockSummary;
  /** Whether the browser remembers it. Until then, addresses carry its number. */
  isKept: boolean;
}

/** Greets a visitor who scanned a rock's QR code, until it is closed. */
export function Greeting({ scan }: { scan?: Scan }) {
  const kept = useQrRock();
  const [closed, setClosed] = useState(false);
  if (closed) return null;
  const close = () => setClosed(true);
  if (scan)
    return (
      <RockGreeting
        rockNumber={scan.rock.rock_number}
        rock={scan.rock}
        form={formAddress(scan)}
        onClose={close}
      />
    );
  return kept ? (
    <KeptGreeting rockNumber={Number(kept)} onClose={close} />
  ) : null;
}

/** The same on a later visit to the page. */
function KeptGreeting(props: { rockNumber: number; onClose: () => void }) {
  const rock = useRockSummary(props.rockNumber);
  return <RockGreeting {...props} rock={rock} form={UPLOAD_FORM} />;
}

interface Props {
  rockNumber: number;
  /** Undefined while it is loading. */
  rock: RockSummary | undefined;
  /** The form's address. */
  form: string;
  onClose: () => void;
}

function RockGreeting({ rockNumber, rock, form, onClose }: Props) {
  const { t } = useLingui();
  const heading = useId();
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
        <Link className="btn" to={form} prefetch="intent">
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
