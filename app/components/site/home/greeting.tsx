import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@remix-run/react";
import { useEffect, useId, useRef, useState } from "react";
import { RockStone } from "#app/components/rocks/rock-stone.tsx";
import { useRockSummary } from "#app/components/rocks/journey/use-rock-summary.ts";
import { shareAddress } from "#app/components/visitor/share-addresses.ts";
import type { RockSummary } from "#domain/rocks/answers.ts";
import { Button } from "#app/components/ui/button.tsx";
import { CloseIcon } from "#app/components/ui/icons.tsx";
import {
  keepForSession,
  readFromSession,
} from "#app/components/visitor/stored.ts";
import "./greeting.css";

/** Greets on a later visit to the page, from the start as it was drawn last. */
export function KeptGreeting({ rockNumber }: { rockNumber: number }) {
  const [last] = useState(readLast);
  const now = useRockSummary(rockNumber);
  const rock =
    now ?? (last?.rock.rock_number === rockNumber ? last.rock : undefined);
  return <RockGreeting rockNumber={rockNumber} rock={rock} />;
}

/** The last drawn rock, and the height in pixels of the part of the page around the greeting. */
interface Drawn {
  rock: RockSummary;
  room: number;
}

const readLast = () =>
  JSON.parse(readFromSession("greeting") ?? "null") as Drawn | null;

interface Props {
  rockNumber: number;
  /** Undefined while it is loading. */
  rock: RockSummary | undefined;
}

/** Greets a visitor who scanned a rock's QR code, until it is closed. */
export function RockGreeting({ rockNumber, rock }: Props) {
  const { t } = useLingui();
  const [closed, setClosed] = useState(false);
  const heading = useId();
  const trips = rockNumber === 0 ? 0 : (rock?.trips ?? 0);
  const aside = useRef<HTMLElement>(null);

  useEffect(() => {
    const parent = aside.current!.parentElement!;
    parent.style.minBlockSize = "";
    if (rock)
      keepForSession(
        "greeting",
        JSON.stringify({ rock, room: parent.offsetHeight } satisfies Drawn),
      );
  }, [rock]);

  if (closed) return null;
  return (
    <aside ref={aside} className="greeting raised" aria-labelledby={heading}>
      <RockStone rockNumber={rockNumber} pin={rock?.pin} size={104} />
      <div>
        <h2 id={heading}>
          {rockNumber === 0
            ? t`You found a rock`
            : t`You found rock ${rockNumber}`}
        </h2>
        <p className="soft">
          <Plural
            value={trips}
            _0="It is waiting to be taken somewhere new, and you can take it there."
            one="It has been on one journey. You can start the next."
            other="It has been on # journeys. You can start the next."
          />
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
          to={`${shareAddress(rockNumber)}#upload`}
          prefetch="intent"
        >
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
