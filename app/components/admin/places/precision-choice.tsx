import { PRECISIONS, type Precision } from "#domain/core/precision.ts";
import { formatPrecision } from "#app/components/words/places.ts";
import "./precision-choice.css";

/** How exactly others may know where a find was. */
export function PrecisionChoice({
  precision,
  onChange,
}: {
  precision: Precision;
  onChange: (precision: Precision) => void;
}) {
  return (
    <fieldset className="precision">
      <legend>Others see it</legend>
      {PRECISIONS.map((choice) => (
        <label key={choice}>
          <input
            type="radio"
            name="precision"
            value={choice}
            checked={choice === precision}
            onChange={() => onChange(choice)}
          />
          <span>{formatPrecision(choice)}</span>
        </label>
      ))}
    </fieldset>
  );
}
