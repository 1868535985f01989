import type { I18n, MessageDescriptor } from "@lingui/core";

/** A sentence in English, a text in every language, or several of them. A value of a text may be such a text. */
export type Said = string | MessageDescriptor | Said[];

export function sayIn(i18n: I18n, said: Said): string {
  if (typeof said === "string") return said;
  if (Array.isArray(said))
    return said.map((part) => sayIn(i18n, part)).join("");
  const values = Object.entries(said.values ?? {}).map(([name, value]) => [
    name,
    isText(value) ? sayIn(i18n, value) : value,
  ]);
  return i18n._(
    said.id,
    Object.fromEntries(values) as Record<string, unknown>,
    {
      message: said.message,
    },
  );
}

const isText = (value: unknown): value is MessageDescriptor =>
  typeof value === "object" && value !== null && "id" in value;

let say = (text: MessageDescriptor) => text.message ?? text.id;

/** Sets how schemas say what is wrong: a browser in the page's language, the server in English. */
export function setSay(how: typeof say) {
  say = how;
}

export const sayNow = (text: MessageDescriptor) => say(text);

export const saying = (text: MessageDescriptor) => () => say(text);
