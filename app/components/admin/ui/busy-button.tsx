import type { ComponentPropsWithoutRef } from "react";
import { Spinner } from "#app/components/ui/spinner.tsx";

/** A button that shows a spinner, and can't be pressed again, while what it started is under way. */
export function BusyButton({
  busy,
  disabled,
  children,
  ...button
}: ComponentPropsWithoutRef<"button"> & { busy: boolean }) {
  return (
    <button
      className="btn"
      {...button}
      disabled={busy || disabled}
      aria-busy={busy}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}
