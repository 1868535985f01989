import { countOf, formatCount, plural } from "#core/words.ts";
import { commandLine } from "#core/settings.server.ts";
import type { Broken, CheckResult } from "./check-originals.server.ts";

const words = {
  missing: "missing",
  changed: "changed",
  unlisted: "not listed",
} as const;

/** One line for a file, the word first. */
export const describeFile = (what: keyof typeof words, place: string) =>
  `${words[what]}  ${place}`;

export const describeBroken = ({ kind, place }: Broken) =>
  `derivative ${kind}  ${place}`;

const originals = (number: number) => countOf(number, "original");

/** Describes the result of a check in some sentences, with advice. */
export function summarize(
  { originals: total, unread, wrong, broken, unlisted }: CheckResult,
  hasBackup: boolean,
) {
  const missing = wrong.filter(({ kind }) => kind === "missing").length;
  const parts = [
    [missing, "missing"],
    [wrong.length - missing, "changed"],
    [unlisted.length, "listed nowhere"],
  ] as const;
  const found = parts
    .filter(([number]) => number > 0)
    .map(([number, what]) => `${formatCount(number)} ${what}`);
  return [
    found.length === 0
      ? `${broken.length === 0 ? "All is well" : "All originals are well"}: ${originals(total - unread)} compared.`
      : `Of ${originals(total)}: ${found.join(", ")}.`,
    unread > 0 &&
      `${originals(unread)} could not be compared, because the site has not read ${plural(unread, "it", "them")} yet. It does so at night.`,
    wrong.length > 0 &&
      (hasBackup
        ? "Try another backup for what is still missing or changed."
        : `To bring back what is missing or changed from a backup: ${commandLine("check", "--from FOLDER")}. If you have replaced a picture of an album yourself, sync the albums instead.`),
    unlisted.length > 0 &&
      "Files that are listed nowhere stay where they are: sync the albums if they are new pictures there, or move them away.",
    broken.length > 0 &&
      `${countOf(broken.length, "derivative")} can't be shown. The site makes ${plural(broken.length, "it", "them")} again at night, from ${plural(broken.length, "a sound original", "sound originals")}. Create Images with 'Regenerate Images' does so at once.`,
  ]
    .filter((sentence) => sentence !== false)
    .join(" ");
}
