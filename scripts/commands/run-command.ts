import path from "node:path";
import { describeFailure } from "#domain/backup/damage.server.ts";

/**
 * Runs a command that takes one file or folder, relative to the folder where npm was called. Prints the command's
 * result, or one sentence that says what went wrong.
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
      `It takes one file: npm run ${name} -- FILE${flag ? ` [${flag}]` : ""}, such as npm run ${name} -- ../rocks\n`,
    );
    process.exit(1);
  }
  try {
    const lines = await run(
      path.resolve(process.env.INIT_CWD ?? process.cwd(), place),
      flag !== undefined && given.includes(flag),
    );
    process.stdout.write(`${lines.join("\n")}\n`);
  } catch (error) {
    process.stderr.write(`${await describeFailure(error)}
`);
    process.exitCode = 1;
  }
}
