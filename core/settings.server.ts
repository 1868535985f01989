import { remember } from "./remember.server.ts";
import {
  checkSetting,
  settingNames,
  settingSchema,
  type SettingName,
  type Settings,
} from "./settings/schema.ts";

export type { Limit } from "./settings/kinds.ts";
export type { SettingName };

/** The only code that reads process.env. The environment wins over the site's own, and that over the default. */

type Texts = Record<string, string | undefined>;

type SettingSource = "environment" | "site" | "default";

class SettingError extends Error {}

/** An empty value counts as unset. */
const textIn = (texts: Texts, name: SettingName) => texts[name] || undefined;

/**
 * A wrong value of the site's own has the default instead, so that a restored one never stops a start.
 * @throws {SettingError} for a wrong one of the environment
 */
export function readSettings(env: Texts, site: Texts = {}): Settings {
  const read: Record<string, unknown> = {};
  for (const name of settingNames) {
    const given = textIn(env, name);
    const texts = [given ?? textIn(site, name), settingSchema[name].default];
    for (const text of texts) {
      if (text === undefined) continue;
      const checked = checkSetting(name, text);
      if ("value" in checked) {
        read[name] = checked.value;
        break;
      }
      if (given !== undefined) throw new SettingError(checked.wrong);
    }
  }
  read.PUBLIC_URL ??= `http://localhost:${read.PORT as number}`;
  return read as Settings;
}

/** Says which setting is missing beside another, by its name; undefined if none is. */
export const describeMissing = (
  textOf: (name: SettingName) => string | undefined,
) =>
  textOf("SMTP_URL") && !textOf("MAIL_FROM")
    ? { MAIL_FROM: "SMTP_URL is set, so MAIL_FROM must be set too." }
    : undefined;

const current = remember("settings", () => ({
  site: {} as Texts,
  read: undefined as Settings | undefined,
  listeners: new Set<() => void>(),
}));

/** The settings that this process has now. A wrong value of the environment ends it with one line. */
export const getSettings = (): Settings =>
  (current.read ??= orEnd(() => readSettings(process.env, current.site)));

/** Ends the process with one line if the environment's settings don't go together with the site's. */
export const requireWholeSettings = () =>
  orEnd(() => {
    const { MAIL_FROM } = describeMissing(settingText) ?? {};
    if (MAIL_FROM && sourceOf("SMTP_URL") === "environment")
      throw new SettingError(MAIL_FROM);
  });

function orEnd<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

export function applySiteSettings(site: Texts) {
  if (JSON.stringify(site) === JSON.stringify(current.site)) return;
  current.site = site;
  current.read = undefined;
  for (const run of current.listeners) run();
}

/** Runs something whenever a setting has changed. @returns a function that ends this */
export function onSettingsChange(run: () => void) {
  current.listeners.add(run);
  return () => void current.listeners.delete(run);
}

export const sourceOf = (name: SettingName): SettingSource =>
  textIn(process.env, name) !== undefined
    ? "environment"
    : textIn(current.site, name) !== undefined
      ? "site"
      : "default";

const givenText = (name: SettingName) =>
  textIn(process.env, name) ?? textIn(current.site, name);

/** The text that a setting has by itself; undefined if it isn't set then. */
export const defaultText = (name: SettingName) =>
  name === "PUBLIC_URL"
    ? `http://localhost:${getSettings().PORT}`
    : settingSchema[name].default;

export const settingText = (name: SettingName) =>
  givenText(name) ?? defaultText(name);

const MACHINE = [
  "PATH",
  "HOME",
  "TMPDIR",
  "TZ",
  "LANG",
  "LD_LIBRARY_PATH",
  "LD_PRELOAD",
  "NODE_ENV",
  "NODE_OPTIONS",
  "COMPOSE_SERVICE",
];

/** The command line for an operator. With Docker, the image names the service that can run it. */
export function commandLine(name: string, given = "") {
  const { COMPOSE_SERVICE } = process.env;
  return COMPOSE_SERVICE === undefined
    ? `npm run ${name}${given && ` -- ${given}`}`
    : `docker compose run --rm ${COMPOSE_SERVICE} node build/node/${name}.js${given && ` ${given}`}`;
}

/** For a process that the site or a worker starts, which must not learn a password or a key. */
export function environmentOf(
  settings: SettingName[],
  more: Record<string, string> = {},
): NodeJS.ProcessEnv {
  const known = [
    ...MACHINE.map((name) => [name, process.env[name]]),
    ...settings.map((name) => [name, givenText(name)]),
  ];
  return {
    ...Object.fromEntries(known.filter(([, value]) => value !== undefined)),
    ...more,
  } as NodeJS.ProcessEnv;
}
