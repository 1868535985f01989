/** Texts that visitors write, fit for a mail. */

/** A visitor's text, without control characters and without those that turn the direction of the text after them. */
export const clean = (text: string) =>
  text
    .replace(/\r\n?/g, "\n")
    // eslint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, " ")
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/[\u2028\u2029]/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();

export const onOneLine = (text: string, max: number) =>
  clip(clean(text).replace(/\s+/g, " "), max);

/** With a mark before each line, so that no text can look like a part of the mail. */
export const quote = (text: string, indent = "") =>
  text.split("\n").map((line) => `${indent}> ${line}`);

/** The end of a mail in plain text. Mail programs know the dashes. */
export const writeSignature = (...lines: string[]) =>
  `--${" "}\n${lines.join("\n")}\n`;

const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** A text of at most this many code units. No character is cut in two. */
export function clip(text: string, max: number) {
  if (text.length <= max) return text;
  let end = 0;
  for (const { index, segment } of characters.segment(text)) {
    if (index + segment.length >= max) break;
    end = index + segment.length;
  }
  return `${text.slice(0, end).trimEnd()}…`;
}
