import { formatCount, countOf, plural } from "#core/words.ts";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline/promises";
import type { SecondConnection } from "#db/copy.server.ts";
import { commandLine } from "#core/settings.server.ts";
import { DomainError } from "#core/errors.ts";
import {
  checkAgain,
  checkOriginals,
  withSite,
  type Wrong,
  type CheckResult,
} from "#domain/check/check-originals.server.ts";
import {
  bringBack,
  nameKept,
  findCopies,
  type Copy,
} from "#domain/check/bring-back.server.ts";
import { storeRoot } from "#domain/store/disk.server.ts";
import { orFail, reportProgress, resolvePlace } from "../system/command.ts";

/** `npm run check`, and `npm run check -- --from FOLDER` */

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** @returns the backup, relative to the one where npm was called; undefined without one */
function readArguments([flag, folder, ...more]: string[]) {
  if (flag === undefined) return undefined;
  if (flag !== "--from" || !folder || more.length > 0)
    throw new DomainError(
      "bad_input",
      `It takes nothing, or a backup: ${commandLine("check", "--from FOLDER")}`,
    );
  return resolvePlace(folder);
}

/** @returns whether all is well in the end */
async function check(db: SecondConnection, from: string | undefined) {
  const onProgress = process.stderr.isTTY
    ? reportProgress("originals looked at")
    : undefined;
  let result = await checkOriginals(db, { onProgress });
  const copies =
    from === undefined
      ? new Map<Wrong, Copy>()
      : await findCopies(from, result.wrong);
  for (const wrong of result.wrong) {
    const copy = copies.get(wrong);
    const where = copy ? `  (in ${copy.backup})` : "  (in no backup there)";
    say(`${wrong.kind}  ${wrong.place}${from === undefined ? "" : where}`);
  }
  for (const file of result.unlisted) say(`not listed  ${file}`);
  for (const { path: file, why } of result.leftOut)
    say(`left out  albums/${file}  (${why})`);
  for (const { kind, place } of result.broken)
    say(`derivative ${kind}  ${place}`);
  if (copies.size > 0 && (await mayBringBack(copies.size))) {
    await bringThemBack(db, copies);
    result = { ...result, ...(await checkAgain(db, result)) };
  }
  for (const source of new Set(
    [...copies.values()].map(({ source }) => source),
  ))
    source.close();
  say(summarize(result, from !== undefined));
  const { wrong, broken, unlisted } = result;
  return wrong.length + broken.length + unlisted.length === 0;
}

async function mayBringBack(number: number) {
  if (!process.stdin.isTTY) return true;
  const terminal = createInterface(process.stdin, process.stdout);
  // If the input ends, nobody has agreed.
  const answer = await Promise.race([
    terminal.question(
      `Bring back ${number === 1 ? "1 original" : `these ${formatCount(number)} originals`}? [y/N] `,
    ),
    once(terminal, "close").then(() => ""),
  ]);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

async function bringThemBack(db: SecondConnection, copies: Map<Wrong, Copy>) {
  const kept = nameKept();
  let hasKept = false;
  let hasPhotos = false;
  for await (const { wrong, error } of bringBack(db, copies, kept)) {
    say(
      error === undefined
        ? `brought back  ${wrong.place}`
        : `not brought back  ${wrong.place}: ${error}`,
    );
    if (error !== undefined) continue;
    hasKept ||= wrong.kind === "changed";
    hasPhotos ||= wrong.expected.row?.of === "photo";
  }
  if (hasKept)
    say(
      `The damaged files are kept, until you remove them, in ${path.join(storeRoot(), kept)}`,
    );
  if (hasPhotos)
    say("Sync the albums in the admin, so that photos that are back show.");
}

const originals = (number: number) => countOf(number, "original");

function summarize(
  { originals: total, unread, wrong, broken, unlisted, leftOut }: CheckResult,
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
    leftOut.length > 0 &&
      `${countOf(leftOut.length, "file")} in the albums' folders ${plural(leftOut.length, "is", "are")} left out by every sync: no page shows ${plural(leftOut.length, "it", "them")}, and no backup has ${plural(leftOut.length, "it", "them")}.`,
    broken.length > 0 &&
      `${countOf(broken.length, "derivative")} can't be shown. The site makes ${plural(broken.length, "it", "them")} again at night, from ${plural(broken.length, "a sound original", "sound originals")}. Create Images with 'Regenerate Images' does so at once.`,
  ]
    .filter((sentence) => sentence !== false)
    .join(" ");
}

await orFail(async () => {
  const from = readArguments(process.argv.slice(2));
  process.exitCode = (await withSite((db) => check(db, from))) ? 0 : 1;
});
