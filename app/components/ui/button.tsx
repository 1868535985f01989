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
  /** Which one of several it is about. Only a screen reader says it. */
  of?: string;
  /** What it started is under way: it can't be pressed again, but keeps the focus, which a disabled button would lose. */
  busy?: boolean;
}

export function Button({
  look = "strong",
  of,
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
      {of && <span className="sr">{` ${of}`}</span>}
    </button>
  );
}

/** Keeps a form from being sent, too. */
const refuse = (event: MouseEvent) => event.preventDefault();

/** Turns while something is running. The words beside it say what. */
export const Spinner = () => <span className="spinner" aria-hidden="true" />;
