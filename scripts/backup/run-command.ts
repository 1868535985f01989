import path from "node:path";
import { DomainError } from "#domain/core/errors.ts";

/**
 * Runs a command that takes one file, relative to the folder where npm was called. Prints the command's result,
 * or one sentence that says what went wrong.
 * @param flag that may be given beside the file
 */
export async function runCommand(
  name: string,
  run: (file: string, isFlagged: boolean) => Promise<string[]>,
  flag?: string,
) {
  const given = process.argv.slice(2);
  const [file, ...more] = given.filter((argument) => argument !== flag);
  if (!file || more.length > 0 || file.startsWith("--")) {
    process.stderr.write(
      `It takes one file: npm run ${name} -- FILE${flag ? ` [${flag}]` : ""}, such as npm run ${name} -- ../rocks\n`,
    );
    process.exit(1);
  }
  try {
    const lines = await run(
      path.resolve(process.env.INIT_CWD ?? process.cwd(), file),
      given.length > 1,
    );
    process.stdout.write(`${lines.join("\n")}\n`);
  } catch (error) {
    const text =
      error instanceof DomainError ? error.message : (error as Error).stack;
    process.stderr.write(`${text}\n`);
    process.exitCode = 1;
  }
}
