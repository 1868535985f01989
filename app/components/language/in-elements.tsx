import { Children, type ReactElement, type ReactNode } from "react";

/** Anything but text: content that may be beside a text, or beside something that comes and goes. */
export type Elements =
  | ReactElement
  | readonly Elements[]
  | boolean
  | ""
  | null
  | undefined;

/** Gives each text an element of its own, because React fails beside a text that a browser's translation has replaced. */
export const inElements = (content: ReactNode): Elements =>
  Children.map(content, (part) =>
    typeof part === "number" || (typeof part === "string" && part !== "") ? (
      <span>{part}</span>
    ) : (
      (part as Elements)
    ),
  );
