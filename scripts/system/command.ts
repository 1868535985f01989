import path from "node:path";
import { DomainError } from "#core/errors.ts";
import { endWithParent } from "#core/signals.server.ts";
import { formatCount } from "#core/words.ts";
import { commandLine } from "#core/settings.server.ts";
import { describeFailure } from "#domain/backup/damage.server.ts";
import { requireDatabase } from "#domain/store/identity.server.ts";

export async function orFail(run: () => Promise<void>) {
  try {
    await run();
  } catch (error) {
    rewriteLine("");
    process.stderr.write(`${await describeFailure(error)}\n`);
    process.exitCode = 1;
  }
}

/** Runs a command that takes nothing and needs the database alone, also while the site runs. Prints what it returns. */
export const runOnDatabase = (run: () => string) =>
  orFail(async () => {
    if (process.argv.length > 2)
      throw new DomainError("bad_input", "It takes no arguments.");
    requireDatabase();
    process.stdout.write(run());
  });

/** A file or folder, relative to the folder where npm was called. */
export const resolvePlace = (given: string) =>
  path.resolve(process.env.INIT_CWD ?? process.cwd(), given);

/** For one that takes one file or folder. Prints the lines that it returns. @param flag that may be given beside it */
export async function runCommand(
  name: string,
  run: (place: string, isFlagged: boolean) => Promise<string[]>,
  { fallback, flag }: { fallback?: string; flag?: string } = {},
) {
  const given = process.argv.slice(2);
  const [place = fallback, ...more] = given.filter(
    (argument) => argument !== flag,
  );
  if (!place || more.length > 0 || place.startsWith("--")) {
    process.stderr.write(
      `It takes one file: ${commandLine(name, `FILE${flag ? ` [${flag}]` : ""}`)}, such as ${commandLine(name, "../rocks")}\n`,
    );
    process.exit(1);
  }
  await orFail(async () => {
    const isFlagged = flag !== undefined && given.includes(flag);
    const lines = await run(resolvePlace(place), isFlagged);
    process.stdout.write(`${lines.join("\n")}\n`);
  });
}

/** Only for a person who waits: each line takes the place of the one before. */
export function rewriteLine(text: string) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}

/** Whether the site has started the command, beside itself. */
export const isBesideSite = process.send !== undefined;

const tell = (message: object) => {
  if (process.connected) process.send?.(message);
};

export const tellResult = (result: object) => tell({ result });

// The next site must not meet a command that the last one has left.
if (isBesideSite) {
  endWithParent(() => process.exit(1));
  process.channel?.unref();
}

const PAUSE_MS = isBesideSite ? 250 : 1000;

/** To the site, or else on standard error. @param words such as 'files checked' */
export function reportProgress(words: string) {
  let toldAt = Date.now();
  return (done: number, of: number) => {
    const isOver = done >= of;
    if (!isOver && Date.now() - toldAt < PAUSE_MS) return;
    toldAt = Date.now();
    if (isBesideSite) return tell({ done, of });
    const part = of === 0 ? 100 : Math.floor((done / of) * 100);
    const text = `${formatCount(done)} of ${formatCount(of)} ${words} (${part} %)`;
    if (!process.stderr.isTTY) process.stderr.write(`${text}\n`);
    else rewriteLine(isOver ? `${text}\n` : text);
  };
}

export const sizeOf = (bytes: number) =>
  `${(bytes / 1_048_576).toLocaleString("en", { maximumFractionDigits: 1 })} MB`;

/** Counts the originals of a kind, and lists all of them; empty without any. */
export const listAll = (kind: string, places: string[]) =>
  places.length === 0
    ? []
    : [`${kind}: ${places.length.toLocaleString("en")}`, ...places];

/** Does the same, and lists the first ten. */
export const listSome = (kind: string, places: string[]) => {
  const [first, ...others] = listAll(kind, places);
  return first === undefined
    ? []
    : [`${first} of the originals, such as`, ...others.slice(0, 10)];
};
