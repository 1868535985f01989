import path from "node:path";
import { describeFailure } from "#domain/backup/damage.server.ts";
import { commandLine } from "#core/settings.server.ts";
import { DomainError } from "#core/errors.ts";
import { requireDatabase } from "#domain/store/open-site.server.ts";

/** Prints what a command returns, or one sentence that says what went wrong. */
async function print(run: () => string | Promise<string>) {
  try {
    process.stdout.write(await run());
  } catch (error) {
    process.stderr.write(`${await describeFailure(error)}\n`);
    process.exitCode = 1;
  }
}

/** Runs a command that takes nothing and needs the database alone, also while the site runs. */
export const runOnDatabase = (run: () => string) =>
  print(() => {
    if (process.argv.length > 2)
      throw new DomainError("bad_input", "It takes no arguments.");
    requireDatabase();
    return run();
  });

/**
 * Runs a command that takes one file or folder, relative to the folder where npm was called. Prints the lines that
 * it returns.
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
  await print(async () => {
    const lines = await run(
      path.resolve(process.env.INIT_CWD ?? process.cwd(), place),
      flag !== undefined && given.includes(flag),
    );
    return `${lines.join("\n")}\n`;
  });
}
