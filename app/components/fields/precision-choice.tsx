import { useLingui } from "@lingui/react/macro";
import { PRECISIONS, type Precision } from "#core/precision.ts";
import { formatPrecision } from "#app/components/language/places.ts";
import type { Elements } from "#app/components/language/in-elements.tsx";
import "./precision-choice.css";

interface Props {
  legend: string;
  precision: Precision;
  onChange: (precision: Precision) => void;
  /** `none` keeps it out of the form that it is in. */
  form?: "none";
  picture?: (precision: Precision) => Elements;
}

export const PrecisionChoice = ({
  legend,
  precision,
  onChange,
  form,
  picture,
}: Props) => {
  const { i18n } = useLingui();
  return (
    <fieldset className="precision">
      <legend className="field-label">{legend}</legend>
      {PRECISIONS.map((choice) => (
        <label key={choice}>
          <input
            type="radio"
            name="precision"
            form={form}
            value={choice}
            checked={choice === precision}
            onChange={() => onChange(choice)}
          />
          {picture?.(choice)}
          <b>{formatPrecision(i18n, choice)}</b>
        </label>
      ))}
    </fieldset>
  );
};
