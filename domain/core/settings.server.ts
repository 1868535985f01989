import * as v from "valibot";

/** The only code that reads the operator's settings from process.env. `.env.example` lists the same names. */

const UNITS_MS: Record<string, number> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** At most `count` in each span of `ms`. */
export interface Limit {
  count: number;
  ms: number;
}

class SettingError extends Error {}

const integer = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d+$/),
    v.transform(Number),
    v.minValue(min),
    v.maxValue(max),
    v.description(`a whole number from ${min} to ${max}`),
  );
const boolean = v.pipe(
  v.picklist(["true", "false"]),
  v.transform((value) => value === "true"),
  v.description("true or false"),
);
const line = v.pipe(
  v.string(),
  v.regex(/^.*\S.*$/),
  v.description("a line of text"),
);
const secret = (length: number) =>
  v.pipe(
    v.string(),
    v.minLength(length),
    v.description(`at least ${length} characters`),
  );
const startsWith = (value: string, protocols: string[]) =>
  URL.canParse(value) && protocols.includes(new URL(value).protocol);
const url = (protocols: string[]) =>
  v.pipe(
    v.string(),
    v.check((value) => startsWith(value, protocols)),
    v.description(
      `an address that starts with ${protocols.map((p) => `${p}//`).join(" or ")}`,
    ),
  );
const WEB = ["http:", "https:"];
const webAddress = url(WEB);
const origin = v.pipe(
  v.string(),
  v.check(
    (value) =>
      startsWith(value, WEB) &&
      new URL(value).pathname === "/" &&
      !/[?#@]/.test(value),
  ),
  v.transform((value) => new URL(value).origin),
  v.description("an address without a path, such as https://rocks.example.org"),
);
const limits = v.pipe(
  v.string(),
  v.regex(/^(off|\d{1,7}\/\d{1,5}[smhd]( \d{1,7}\/\d{1,5}[smhd])*)$/),
  v.transform((value): Limit[] =>
    value === "off"
      ? []
      : value.split(" ").map((part) => {
          const [count = "", span = ""] = part.split("/");
          return {
            count: Number(count),
            ms: Number(span.slice(0, -1)) * UNITS_MS[span.slice(-1)]!,
          };
        }),
  ),
  v.description("off, or limits such as 20/10m 100/1d"),
);
const parallel = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,3}\/[1-9]\d{0,3}$/),
  v.transform((value) => {
    const [each = 0, all = 0] = value.split("/").map(Number);
    return { each, all };
  }),
  v.check(({ each, all }) => each <= all),
  v.description(
    "how many from one address and how many in all, such as 8/32, from 1 to 9999 and the first not above the second",
  ),
);
const address = v.pipe(v.string(), v.email());
const mailServer = v.pipe(
  url(["smtp:", "smtps:"]),
  v.check((value) => URL.canParse(value) && new URL(value).hostname !== ""),
  v.description("an address that starts with smtp:// or smtps://"),
);
const sender = v.pipe(
  v.string(),
  v.regex(/^[^\r\n<>]+$|^[^\r\n<>]* <[^<>]+>$/),
  v.transform((value) => {
    const [, name = "", mail = value] = /^(.*) <(.*)>$/.exec(value) ?? [];
    return { name: name.trim(), address: mail.trim() };
  }),
  v.check((from) => v.is(address, from.address)),
  v.description(
    "an e-mail address, with a name or without: Robin’s Rocks <rocks@example.org>",
  ),
);
const addresses = v.pipe(
  v.string(),
  v.transform((value) => value.split(",").map((one) => one.trim())),
  v.array(address),
  v.description("e-mail addresses, with commas between"),
);
const clock = v.pipe(
  v.string(),
  v.regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  v.description("a time of the day from 00:00 to 23:59"),
);
const span = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,4}[mhd]$/),
  v.transform(
    (value) => Number(value.slice(0, -1)) * UNITS_MS[value.slice(-1)]!,
  ),
  v.description("a span of minutes, hours or days, such as 30m, 6h or 1d"),
);
const tileAddress = v.pipe(
  v.string(),
  v.check((value) => {
    const sample = value.replace("{s}", "a").replace(/\{[zxyr]\}/g, "0");
    return (
      /^https?:\/\//.test(value) &&
      URL.canParse(sample) &&
      ["{z}", "{x}", "{y}"].every((p) => value.includes(p))
    );
  }),
  v.description("a tile address with {z}, {x} and {y}"),
);

const schema = {
  PORT: [integer(1, 65535), "3000"],
  HOST: [line, "127.0.0.1"],
  DATABASE_PATH: [line, "db/site.sqlite"],
  MEDIA_DIR: [line, "media"],
  REDIS_URL: [url(["redis:", "rediss:"]), undefined],
  ADMIN_USERNAME: [line, "admin"],
  ADMIN_PASSWORD: [secret(8), undefined],
  SESSION_SECRET: [secret(16), undefined],
  ADMIN_SESSION_SURVIVES_RELOAD: [boolean, "false"],
  PUBLIC_URL: [origin, undefined],
  MODERATION: [
    v.pipe(v.picklist(["on", "off"]), v.description("on or off")),
    "on",
  ],
  UPLOAD_MAX_MB: [integer(1, 200), "25"],
  UPLOAD_LIMITS: [limits, "20/10m 100/1d"],
  UPLOAD_LIMIT_TOTAL: [limits, "1000/1d"],
  UPLOAD_PARALLEL: [parallel, "8/32"],
  LOGIN_LIMIT: [limits, "10/15m"],
  TILE_URL: [tileAddress, "https://tile.openstreetmap.org/{z}/{x}/{y}.png"],
  TILE_ATTRIBUTION: [
    line,
    '© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a> contributors',
  ],
  TRUST_PROXY: [boolean, "false"],
  LOG_LEVEL: [
    v.pipe(
      v.picklist(["debug", "info", "warn", "error"]),
      v.description("debug, info, warn or error"),
    ),
    "info",
  ],
  SMTP_URL: [mailServer, undefined],
  MAIL_FROM: [sender, undefined],
  DIGEST_TO: [addresses, undefined],
  DIGEST_AT: [clock, "19:00"],
  BACKUP_DIR: [line, undefined],
  BACKUP_EVERY: [span, "1d"],
  BACKUP_KEEP: [integer(1, 1000), "14"],
  TRASH_DAYS: [integer(0, 3650), "30"],
  METRICS_TOKEN: [secret(16), undefined],
  ACCEL_REDIRECT: [
    v.pipe(
      v.string(),
      v.regex(/^\/[a-z0-9/_-]*\/$/),
      v.description("a path such as /store/"),
    ),
    undefined,
  ],
  SITE_NAME: [line, "Robin’s Rocks"],
  MEMORIAL_NAME: [line, "Robin"],
  MEMORIAL_DATES: [line, "April 2019 – October 2021"],
  CONTACT_EMAIL: [
    v.pipe(address, v.description("an e-mail address")),
    "hello@example.org",
  ],
  SOCIAL_URL: [webAddress, undefined],
  DONATE_URL: [webAddress, "https://sudc.org/donate"],
} as const satisfies Record<
  string,
  readonly [v.GenericSchema<string, unknown>, string | undefined]
>;

type Schema = typeof schema;
export type SettingName = keyof Schema;
type Read<K extends keyof Schema> =
  | v.InferOutput<Schema[K][0]>
  | (Schema[K][1] extends string ? never : undefined);
type Settings = { [K in Exclude<keyof Schema, "PUBLIC_URL">]: Read<K> } & {
  PUBLIC_URL: string;
};

/**
 * Reads all settings. An empty value counts as unset.
 * @throws {SettingError} naming the variable, what it got and what it takes
 */
export function readSettings(
  env: Record<string, string | undefined>,
): Settings {
  const read: Record<string, unknown> = {};
  for (const [name, [kind, fallback]] of Object.entries(schema)) {
    const given = env[name] === "" ? undefined : env[name];
    const value = given ?? fallback;
    if (value === undefined) continue;
    const result = v.safeParse(kind as v.GenericSchema<string, unknown>, value);
    if (!result.success) {
      const isSecret = /PASSWORD|SECRET|TOKEN|REDIS_URL|SMTP_URL/.test(name);
      const takes =
        v.getDescription(kind as v.GenericSchema) ?? "another value";
      throw new SettingError(
        `${name} is ${isSecret ? "set to something it can't be" : JSON.stringify(value)}; it takes ${takes}.`,
      );
    }
    read[name] = result.output;
  }
  const missing = ["MAIL_FROM", "DIGEST_TO"].filter((name) => !(name in read));
  if (read.SMTP_URL && missing.length > 0)
    throw new SettingError(
      `SMTP_URL is set, so ${missing.join(" and ")} must be set too.`,
    );
  read.PUBLIC_URL ??= `http://localhost:${read.PORT as number}`;
  return read as Settings;
}

let settings: Settings | undefined;

/** The settings of this process, read once. A wrong value ends the process with one line. */
export function getSettings(): Settings {
  if (settings) return settings;
  try {
    return (settings = readSettings(process.env));
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** The machine's own variables that a process needs. */
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
];

/**
 * The environment of a process that the site or a worker starts: the machine's own variables, the settings that it
 * needs, and `more`. So it never learns a password or a key.
 */
export function environmentOf(
  settings: SettingName[],
  more: Record<string, string> = {},
): NodeJS.ProcessEnv {
  const known = [...MACHINE, ...settings].map((name) => [
    name,
    process.env[name],
  ]);
  return {
    ...Object.fromEntries(known.filter(([, value]) => value !== undefined)),
    ...more,
  } as NodeJS.ProcessEnv;
}
