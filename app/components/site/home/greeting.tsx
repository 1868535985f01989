import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@remix-run/react";
import { useId, useState } from "react";
import { RockStone } from "#app/components/ui/pebble.tsx";
import { useRockCall } from "#app/components/rocks/journey/use-rock-summary.ts";
import type { RockSummary } from "#domain/rocks/answers.ts";
import { Button } from "#app/components/ui/button.tsx";
import { CloseIcon } from "#app/components/ui/icons.tsx";

export function KeptGreeting({ rockNumber }: { rockNumber: number }) {
  const { answer, isLost } = useRockCall(rockNumber);
  const rock = answer ?? (isLost && { rock_number: rockNumber });
  return rock ? <RockGreeting rock={rock} /> : null;
}

/** A rock's summary, or without a connection its number alone. */
type GreetedRock = Pick<RockSummary, "rock_number"> &
  Partial<Pick<RockSummary, "pin" | "trips">>;

export function RockGreeting({ rock }: { rock: GreetedRock }) {
  const { t } = useLingui();
  const [closed, setClosed] = useState(false);
  const heading = useId();
  const { rock_number: rockNumber, pin, trips } = rock;

  if (closed) return null;
  return (
    <aside className="greeting raised" aria-labelledby={heading}>
      <RockStone rockNumber={rockNumber} pin={pin} size={92} />
      <div>
        <h2 id={heading}>
          {rockNumber === 0
            ? t`You found a rock`
            : t`You found rock ${rockNumber}`}
        </h2>
        <p className="soft">
          {trips === undefined ? (
            t`You are offline. Submit keeps your find on this device and sends it later.`
          ) : (
            <Plural
              value={trips}
              _0="It is waiting to be taken somewhere new, and you can take it there."
              one="It has been on one journey. You can start the next."
              other="It has been on # journeys. You can start the next."
            />
          )}
        </p>
      </div>
      <Button
        look="icon"
        aria-label={t`Close this greeting`}
        onClick={() => setClosed(true)}
      >
        <CloseIcon />
      </Button>
      <div className="greeting-do wrap">
        {/* Opens the form. Without JavaScript it leads to the plain form on the same page. */}
        <Link
          className="btn"
          to={`/share-your-rock?r=${rockNumber}#upload`}
          prefetch="intent"
        >
          <Trans>Upload Your Rock</Trans>
        </Link>
        {trips !== undefined && trips > 0 && (
          <Link className="btn btn--quiet" to={`/map?rock=${rockNumber}`}>
            <Trans>See where it has been</Trans>
          </Link>
        )}
      </div>
    </aside>
  );
}
