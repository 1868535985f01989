import path from "node:path";
import { DomainError } from "#core/errors.ts";
import { commandLine } from "#core/settings.server.ts";
import { describeFailure } from "#domain/backup/damage.server.ts";
import { requireDatabase } from "#domain/store/open-site.server.ts";

/** Runs a command, and says in one sentence what went wrong. */
export async function orFail(run: () => Promise<void>) {
  try {
    await run();
  } catch (error) {
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

/**
 * Runs a command that takes one file or folder. Prints the lines that it returns.
 * @param fallback the file or folder if none is given
 * @param flag that may be given beside it
 */
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

const SECOND_MS = 1000;

/** Only for a person who waits: each line takes the place of the one before. */
export function rewriteLine(text: string) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}

/** Shows on standard error how far a command is, at most once a second, and at the end. */
export function showProgress<T extends { part: number }>(
  describe: (progress: T) => string,
) {
  const { stderr } = process;
  let shownAt = Date.now();
  let last: T | undefined;
  function write(progress: T) {
    const text = `${describe(progress)} (${Math.floor(progress.part * 100)} %)`;
    if (stderr.isTTY) rewriteLine(text);
    else stderr.write(`${text}\n`);
  }
  return {
    show(progress: T) {
      last = progress;
      if (Date.now() - shownAt < SECOND_MS) return;
      shownAt = Date.now();
      write(progress);
    },
    end() {
      if (last) write(last);
      if (last && stderr.isTTY) stderr.write("\n");
    },
  };
}

// ── Beside the site, which has started the command ──────────────────────────────────────────────

const PAUSE_MS = 250;
let toldAt = 0;

export const isBesideSite = process.send !== undefined;

const tell = (message: object) => {
  if (process.connected) process.send?.(message);
};

export const tellResult = (result: object) => tell({ result });

/** Tells how far it is, a few times a second. */
export function tellProgress(done: number, of: number) {
  if (!isBesideSite || (done < of && Date.now() - toldAt < PAUSE_MS)) return;
  toldAt = Date.now();
  tell({ done, of });
}

// The next site must not meet a command that the last one has left.
if (isBesideSite) {
  process.on("disconnect", () => process.exit(1));
  process.channel?.unref();
}

// ── Messages ───────────────────────────────────────────────────────────────────────────────────

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
