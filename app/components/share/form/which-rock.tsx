import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useId, useRef } from "react";
import { useRockSummary } from "#app/components/rocks/journey/use-rock-summary.ts";
import { Button } from "#app/components/ui/button.tsx";
import { RockStone } from "#app/components/ui/pebble.tsx";
import "./which-rock.css";

interface Props {
  /** The number that the entries were made with: blank, 0, or a rock's. */
  number: string;
  scanned: string;
  onKeep: () => void;
  onTake: () => void;
  onReset: () => void;
}

/** Asks whether the restored entries are about the rock that they began with or about the one that was scanned since. */
export function WhichRock({ number, scanned, onKeep, onTake, onReset }: Props) {
  const id = useId();
  const question = useRef<HTMLDivElement>(null);
  // The draft may come after the dialog has opened, which gives the focus to a field.
  useEffect(() => question.current!.focus(), []);
  return (
    <div
      ref={question}
      tabIndex={-1}
      className="which-rock panel stack tight"
      role="group"
      aria-labelledby={id}
      aria-describedby={`${id}-why`}
    >
      <p id={id}>
        <b>
          <Trans>Which rock is this about?</Trans>
        </b>
      </p>
      <p id={`${id}-why`} className="small">
        <Trans>
          What you had entered is still here, and you have scanned rock{" "}
          {scanned} since. Your pictures and words go to the rock that you
          choose.
        </Trans>
      </p>
      <div className="which-rock-choice columns">
        <Choice number={number} onClick={onKeep} />
        <Choice number={scanned} onClick={onTake} />
      </div>
      <p className="small">
        <Button look="text" onClick={onReset}>
          <Trans>Start afresh</Trans>
        </Button>
      </p>
    </div>
  );
}

interface ChoiceProps {
  number: string;
  onClick: () => void;
}

function Choice({ number, onClick }: ChoiceProps) {
  const { t } = useLingui();
  const rock = useRockSummary(number);
  const rockNumber = Number(number);
  return (
    <Button look="quiet" onClick={onClick}>
      <RockStone rockNumber={rockNumber} pin={rock?.pin} size={64} />
      <span>
        {number.trim() === ""
          ? t`Another rock`
          : rockNumber === 0
            ? t`A rock without a number`
            : t`Rock ${rockNumber}`}
      </span>
    </Button>
  );
}
