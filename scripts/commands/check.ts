import { formatCount } from "#core/words.ts";
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
} from "#domain/check/check-originals.server.ts";
import {
  bringBack,
  nameKept,
  findCopies,
  type Copy,
} from "#domain/check/bring-back.server.ts";
import {
  describeBroken,
  describeFile,
  summarize,
} from "#domain/check/describe.ts";
import { storeRoot } from "#domain/store/disk.server.ts";
import { orFail, resolvePlace, showProgress } from "./shared/command.ts";

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
  let result = await checkOriginals(db, { onProgress: watchProgress() });
  const copies =
    from === undefined
      ? new Map<Wrong, Copy>()
      : await findCopies(from, result.wrong);
  for (const wrong of result.wrong) {
    const copy = copies.get(wrong);
    const where = copy ? `  (in ${copy.backup})` : "  (in no backup there)";
    say(
      describeFile(wrong.kind, wrong.place) + (from === undefined ? "" : where),
    );
  }
  for (const file of result.unlisted) say(describeFile("unlisted", file));
  for (const derivative of result.broken) say(describeBroken(derivative));
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

/** For a person at a terminal. */
function watchProgress() {
  if (!process.stderr.isTTY) return undefined;
  const progress = showProgress(
    ({ done, of }: { done: number; of: number; part: number }) =>
      `${formatCount(done)} of ${formatCount(of)} originals looked at`,
  );
  return (done: number, total: number) => {
    const of = Math.max(done, total);
    progress.show({ done, of, part: of === 0 ? 1 : done / of });
    if (done >= total) progress.end();
  };
}

await orFail(async () => {
  const from = readArguments(process.argv.slice(2));
  process.exitCode = (await withSite((db) => check(db, from))) ? 0 : 1;
});
