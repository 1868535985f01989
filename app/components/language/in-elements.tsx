import { Children, type ReactElement, type ReactNode } from "react";

/** Anything but text: content that may be beside a text, or beside something that comes and goes. */
export type Elements =
  | ReactElement
  | readonly Elements[]
  | boolean
  | ""
  | null
  | undefined;

/**
 * Gives each text an element of its own. A browser's translation replaces texts, and React fails if it has to remove
 * a text that is no longer there, or to insert something before it.
 */
export const inElements = (content: ReactNode): Elements =>
  Children.map(content, (part) =>
    typeof part === "number" || (typeof part === "string" && part !== "") ? (
      <span>{part}</span>
    ) : (
      (part as Elements)
    ),
  );
