import { useEffect, useRef } from "react";
import "./bulk-bar.css";

/** Chooses a row, or in the header all of them. */
export function RowCheckbox({
  label,
  checked,
  isMixed = false,
  onChange,
}: {
  label: string;
  checked: boolean;
  isMixed?: boolean;
  onChange: () => void;
}) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    box.current!.indeterminate = isMixed;
  }, [isMixed]);
  return (
    <label className="choose-box">
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={onChange}
      />
    </label>
  );
}
