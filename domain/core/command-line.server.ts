import { existsSync } from "node:fs";

/** How an operator runs a command of this project. Docker's image has only what is built, and no npm scripts. */
export const commandLine = (name: string, given = "") =>
  existsSync("scripts/run-built.mjs")
    ? `npm run ${name}${given && ` -- ${given}`}`
    : `docker compose run --rm web node build/node/${name}.js${given && ` ${given}`}`;
