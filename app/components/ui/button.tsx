import type { ComponentPropsWithoutRef, MouseEvent } from "react";
import { inElements } from "#app/components/language/in-elements.tsx";

const looks = {
  strong: "btn",
  quiet: "btn btn--quiet",
  text: "text-btn",
  mini: "mini",
  danger: "mini mini--danger",
  icon: "icon-btn",
};

interface Props extends ComponentPropsWithoutRef<"button"> {
  look?: keyof typeof looks;
  /** What it started is under way: it can't be pressed again, but keeps the focus, which a disabled button would lose. */
  busy?: boolean;
}

export function Button({
  look = "strong",
  busy,
  className,
  onClick,
  children,
  ...button
}: Props) {
  return (
    <button
      type="button"
      {...button}
      className={className ? `${looks[look]} ${className}` : looks[look]}
      aria-disabled={busy || button["aria-disabled"]}
      aria-busy={busy}
      onClick={busy ? refuse : onClick}
    >
      {busy && <Spinner />}
      {inElements(children)}
    </button>
  );
}

/** Keeps a form from being sent, too. */
const refuse = (event: MouseEvent) => event.preventDefault();

/** Turns while something is running. The words beside it say what. */
export const Spinner = () => <span className="spinner" aria-hidden="true" />;
