import type { ComponentPropsWithoutRef } from "react";
import { Spinner } from "./spinner.tsx";
import { inElements } from "#app/components/language/in-elements.tsx";

const looks = {
  strong: "btn",
  quiet: "btn btn--quiet",
  text: "text-btn",
  link: "link-btn",
  mini: "mini",
  danger: "mini mini--danger",
  icon: "icon-btn",
};

interface Props extends ComponentPropsWithoutRef<"button"> {
  look?: keyof typeof looks;
  /** Whether what it started is under way. It then shows a spinner, and can't be pressed again. */
  busy?: boolean;
}

export function Button({
  look = "strong",
  busy,
  className,
  disabled,
  children,
  ...button
}: Props) {
  return (
    <button
      type="button"
      {...button}
      className={className ? `${looks[look]} ${className}` : looks[look]}
      disabled={busy || disabled}
      aria-busy={busy}
    >
      {busy && <Spinner />}
      {inElements(children)}
    </button>
  );
}
