import * as v from "valibot";
import * as kinds from "./kinds.ts";

/** Every setting, once: the start, `.env.example`, the API and the screen are made from this list. */

interface Setting {
  kind: v.GenericSchema<string, unknown>;
  /** Undefined if it isn't set by itself. */
  default: string | undefined;
  /** Its name on the screen. Absent if only the environment sets it. */
  label?: string;
  /** Its effect, in sentences for operators. */
  says: string;
  /** Whether nobody may read it again. */
  secret?: true;
}

const setting = <K extends Setting["kind"], D extends string | undefined>(
  kind: K,
  value: D,
  says: string,
  label?: string,
) => ({ kind, default: value, says, label });

const secretSetting: typeof setting = (...of) => ({
  ...setting(...of),
  secret: true,
});

const groups = {
  Machine: {
    PORT: setting(
      kinds.integer(1, 65535),
      "3000",
      "The port where the site listens.",
    ),
    HOST: setting(
      kinds.line,
      "127.0.0.1",
      "The address where the site listens. 0.0.0.0 listens on every network.",
    ),
    TRUST_PROXY: setting(
      kinds.boolean,
      "false",
      "true: the site is behind a reverse proxy. It then takes the visitor's address from the last entry of X-Forwarded-For, and believes X-Forwarded-Proto and X-Forwarded-Host. With Docker, the site trusts nginx, and TRUSTED_PROXIES names the proxies that nginx trusts: see docs/operating.md.",
    ),
    DATABASE_PATH: setting(kinds.line, "db/site.sqlite", "The SQLite file."),
    MEDIA_DIR: setting(kinds.line, "media", "The folder of the pictures."),
    REDIS_URL: secretSetting(
      kinds.redisServer,
      undefined,
      "The address of a Redis server, such as redis://localhost:6379. Not set: the site derives the smaller pictures in a process of its own.",
    ),
    LOG_LEVEL: setting(
      kinds.logLevel,
      "info",
      "The least important lines that are logged. Each line is JSON on standard output.",
    ),
    METRICS_TOKEN: secretSetting(
      kinds.secret(16),
      undefined,
      "The bearer token that a Prometheus server sends to read /metrics. Not set: /metrics answers 404.",
    ),
    ACCEL_REDIRECT: setting(
      kinds.locationPath,
      undefined,
      "Only behind this project's nginx: the location where nginx has the store, such as /store/. The site then decides who may see a picture, and nginx sends its bytes. Not set: the site sends them.",
    ),
  },
  "The site’s address": {
    PUBLIC_URL: setting(
      kinds.origin,
      undefined,
      "The address that visitors use. It is in QR codes, links, mails and share previews. If it starts with https, the admin signs in over https only. Not set: this machine, at its port.",
      "Address",
    ),
    HSTS_SUBDOMAINS: setting(
      kinds.boolean,
      "false",
      "With an https address, browsers reach the site over https alone for a year. true: this then holds for all subdomains of its name too, also for those that other programs serve.",
    ),
    SOCIAL_URL: setting(
      kinds.webAddress,
      undefined,
      "The page of the social group. Not set: its links say that it is coming soon.",
      "Social group",
    ),
  },
  Finds: {
    MODERATION: setting(
      kinds.onOrOff,
      "on",
      "on: a new find is hidden until the admin shows it. off: it is shown at once.",
      "Look at finds first",
    ),
    UPLOAD_MAX_MB: setting(
      kinds.integer(1, 200),
      "25",
      "The largest size of one picture, in megabytes. A find has at most five pictures.",
      "Largest picture, in MB",
    ),
  },
  Languages: {
    LANGUAGES: setting(
      kinds.languages,
      undefined,
      "The languages that visitors can read the site in. Blanks or commas separate them. The site’s own is always one of them. Not set: all that there are.",
      "Languages",
    ),
    SITE_LANGUAGE: setting(
      kinds.language,
      "en",
      "The language of your own texts, such as the story and the albums. Visitors whose languages the site doesn’t have read the rest in it too.",
      "The site’s own language",
    ),
  },
  Limits: {
    UPLOAD_LIMITS: setting(
      kinds.limits,
      "20/10m 100/1d",
      "How many finds one address may send: a number in a span of s(econds), m(inutes), h(ours) or d(ays). Several are separated by a space.",
      "Finds from one address",
    ),
    UPLOAD_LIMIT_TOTAL: setting(
      kinds.limits,
      "1000/1d",
      "How many finds everybody together may send.",
      "Finds from everywhere",
    ),
    UPLOAD_PARALLEL: setting(
      kinds.parallel,
      "8/32",
      "Uploads at the same time, from one address / from everywhere.",
      "Uploads at once",
    ),
    LOGIN_LIMIT: setting(
      kinds.limits,
      "10/15m",
      "How many wrong sign-ins may come from one address.",
      "Wrong sign-ins",
    ),
  },
  Map: {
    TILE_URL: setting(
      kinds.tileAddress,
      "https://tile.openstreetmap.org/{z}/{x}/{y}.png",
      "Where the map's tiles come from.",
      "Tiles",
    ),
    TILE_ATTRIBUTION: setting(
      kinds.line,
      '© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a>',
      "The line on the map that credits the makers of the tiles, in HTML.",
      "Credit",
    ),
  },
  Mail: {
    SMTP_URL: secretSetting(
      kinds.mailServer,
      undefined,
      "The mail server, such as smtps://name:password@mail.example.org, or smtp:// for one that begins without TLS. It needs MAIL_FROM. Not set: no mail.",
      "Mail server",
    ),
    MAIL_FROM: setting(
      kinds.sender,
      undefined,
      "Who the site's mail comes from.",
      "From",
    ),
    DIGEST_TO: setting(
      kinds.addresses,
      undefined,
      "Who gets one mail a day if finds are waiting. Not set: no daily mail.",
      "Daily mail to",
    ),
    DIGEST_AT: setting(
      kinds.clock,
      "19:00",
      "When the daily mail comes, in the time zone of the machine. With Docker that is UTC, unless TZ is set, such as TZ=Europe/Berlin.",
      "Daily mail at",
    ),
  },
  "Backups and trash": {
    BACKUP_DIR: setting(
      kinds.line,
      undefined,
      "A folder for backups. Each is a folder of its own, in which files that haven't changed take no room again. Not set: no backups.",
    ),
    BACKUP_EVERY: setting(
      kinds.span,
      "1d",
      "How often the site makes a backup, if it has a folder for them (BACKUP_DIR).",
      "Back up every",
    ),
    BACKUP_KEEP: setting(
      kinds.integer(1, 1000),
      "14",
      "How many of the newest backups are kept, beside one for each of the last 14 days and 12 months.",
      "Backups to keep",
    ),
    TRASH_DAYS: setting(
      kinds.integer(0, 3650),
      "30",
      "How many days the admin can bring back what is deleted from now on. With 0 it is gone at once.",
      "Days in the trash",
    ),
  },
  Admin: {
    ADMIN_USERNAME: setting(
      kinds.line,
      "admin",
      "The admin's name at the sign-in.",
    ),
    ADMIN_PASSWORD: secretSetting(
      kinds.secret(8),
      undefined,
      "The admin's password, not a common one. A new one ends every session. Not set: a random password, printed at every start.",
    ),
    SESSION_SECRET: secretSetting(
      kinds.secret(16),
      undefined,
      "Signs the sign-in cookie, and encrypts the secret of the second factor, whose app stops working when this is changed. Not set: a random one, stored in the database.",
    ),
    ADMIN_SESSION_SURVIVES_RELOAD: setting(
      kinds.boolean,
      "false",
      "true: reloading an admin page keeps the admin signed in. false: it leads to the sign-in page, which signs the admin out unless another tab has the admin open.",
      "Stay signed in after a reload",
    ),
  },
  "First values of the site's texts": {
    SITE_NAME: setting(
      kinds.line,
      "Robin's Rocks",
      "The site's name, until one is entered under Site in the admin, as with the following.",
    ),
    MEMORIAL_NAME: setting(kinds.line, "Robin", "The child's first name."),
    MEMORIAL_DATES: setting(
      kinds.line,
      "April 2019 – October 2021",
      "The child's dates.",
    ),
    CONTACT_EMAIL: setting(
      kinds.email,
      "hello@example.org",
      "Where visitors can write to.",
    ),
    DONATE_URL: setting(
      kinds.webAddress,
      "https://sudc.org/donate",
      "Where visitors can donate.",
    ),
  },
} as const satisfies Record<string, Record<string, Setting>>;

type Groups = typeof groups;
type Union<T> = T extends unknown ? (value: T) => void : never;
type Intersection<T> =
  Union<T> extends (value: infer All) => void ? All : never;
type Schema = Intersection<Groups[keyof Groups]>;

export type SettingName = keyof Schema & string;
export type Settings = {
  [N in SettingName]: Schema[N] extends {
    kind: v.GenericSchema<string, infer Value>;
    default: infer Default;
  }
    ? | Value
      | (N extends "PUBLIC_URL"
          ? never
          : Default extends string
            ? never
            : undefined)
    : never;
};

export const settingGroups = Object.fromEntries(
  Object.entries(groups).map(([title, group]) => [title, Object.keys(group)]),
) as Record<keyof Groups, SettingName[]>;

export const settingSchema = Object.assign(
  {},
  ...Object.values(groups),
) as Record<SettingName, Setting>;

export const settingNames = Object.keys(settingSchema) as SettingName[];

export const browserSettings = settingNames.filter(
  (name) => settingSchema[name].label !== undefined,
);

/** Description of valid values; completes the sentence 'It takes …'. */
export const takesOf = (name: SettingName) =>
  v.getDescription(settingSchema[name].kind) ?? "another value";

/** The texts that a setting takes, if there are only a few; undefined if there are many. */
export function choicesOf(name: SettingName) {
  const { kind } = settingSchema[name] as { kind: { pipe?: unknown[] } };
  const first = kind.pipe?.[0] as { options?: readonly string[] } | undefined;
  return first?.options;
}

/** Says that a setting, or something else that is `called` so, can't have a value, what that lacks, and which ones it takes. */
export function describeWrong(
  name: SettingName,
  value: unknown,
  called: string = name,
) {
  const { kind, secret } = settingSchema[name];
  const is = secret ? "set to something it can't be" : JSON.stringify(value);
  return [
    `${called} is ${is}`,
    kinds.lackOf(kind, value),
    `it takes ${takesOf(name)}.`,
  ]
    .filter((part) => part !== undefined)
    .join("; ");
}

export function checkSetting(
  name: SettingName,
  text: string,
): { value: unknown } | { wrong: string } {
  const result = v.safeParse(settingSchema[name].kind, text);
  return result.success
    ? { value: result.output }
    : { wrong: describeWrong(name, text) };
}
