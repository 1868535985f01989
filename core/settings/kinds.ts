import * as v from "valibot";
import { LANGUAGES, splitCodes } from "../languages/codes.ts";
import { parseUrl } from "../parse-url.ts";

/** Kinds of settings. A description completes the sentence 'It takes …'. */

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

export const integer = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d+$/),
    v.transform(Number),
    v.minValue(min),
    v.maxValue(max),
    v.description(`a whole number from ${min} to ${max}`),
  );

export const boolean = v.pipe(
  v.picklist(["true", "false"]),
  v.transform((value) => value === "true"),
  v.description("true or false"),
);

export const onOrOff = v.pipe(
  v.picklist(["on", "off"]),
  v.description("on or off"),
);

export const logLevel = v.pipe(
  v.picklist(["debug", "info", "warn", "error"]),
  v.description("debug, info, warn or error"),
);

export const line = v.pipe(
  v.string(),
  v.regex(/^.*\S.*$/),
  v.description("a line of text"),
);

export const secret = (length: number) =>
  v.pipe(
    v.string(),
    v.minLength(length),
    v.description(`at least ${length} characters`),
  );

const startsWith = (value: string, protocols: string[]) =>
  protocols.includes(parseUrl(value)?.protocol ?? "");

const url = (protocols: string[]) =>
  v.pipe(
    v.string(),
    v.check((value) => startsWith(value, protocols)),
    v.description(
      `an address that starts with ${protocols.map((p) => `${p}//`).join(" or ")}`,
    ),
  );

const WEB = ["http:", "https:"];

type Lacks = (value: string) => string | undefined;

/** Says what an address lacks that is otherwise one, such as `rocks.example.org`; undefined for anything else. */
const lacks = v.metadata<string, { lacks: Lacks }>({
  lacks: (value) =>
    /^(\/\/)?([\p{L}\p{N}{}-]+(\.[\p{L}\p{N}{}-]+)+|localhost)(:\d+)?(\/|$)/u.test(
      value,
    )
      ? `it lacks its scheme: https://${value.replace(/^\/\//, "")}`
      : undefined,
});

export function lackOf(kind: v.GenericSchema, value: unknown) {
  const { lacks } = v.getMetadata(kind) as { lacks?: Lacks };
  return typeof value === "string" ? lacks?.(value) : undefined;
}

export const webAddress = v.pipe(url(WEB), lacks);
export const redisServer = url(["redis:", "rediss:"]);

export const origin = v.pipe(
  v.string(),
  v.check(
    (value) =>
      startsWith(value, WEB) &&
      new URL(value).pathname === "/" &&
      !/[?#@]/.test(value),
  ),
  v.transform((value) => new URL(value).origin),
  v.description("an address without a path, such as https://rocks.example.org"),
  lacks,
);

export const limits = v.pipe(
  v.string(),
  v.regex(
    /^(off|[1-9]\d{0,6}\/[1-9]\d{0,4}[smhd]( [1-9]\d{0,6}\/[1-9]\d{0,4}[smhd])*)$/,
  ),
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

export const parallel = v.pipe(
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

export const email = v.pipe(address, v.description("an e-mail address"));

/** Nobody needs more, and a stranger in the admin's session could send to thousands. */
const ADDRESSES_MAX = 20;

export const addresses = v.pipe(
  v.string(),
  v.transform((value) => value.split(",").map((one) => one.trim())),
  v.array(address),
  v.maxLength(ADDRESSES_MAX),
  v.description(
    `e-mail addresses, ${ADDRESSES_MAX} at most, with commas between`,
  ),
);

export const mailServer = v.pipe(
  url(["smtp:", "smtps:"]),
  v.check((value) => Boolean(parseUrl(value)?.hostname)),
  v.description("an address that starts with smtp:// or smtps://"),
);

export const sender = v.pipe(
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

export const clock = v.pipe(
  v.string(),
  v.regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  v.description("a time of the day from 00:00 to 23:59"),
);

export const span = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,4}[mhd]$/),
  v.transform(
    (value) => Number(value.slice(0, -1)) * UNITS_MS[value.slice(-1)]!,
  ),
  v.description("a span of minutes, hours or days, such as 30m, 6h or 1d"),
);

/** As a security policy names it, with `*` for `{s}` at the start of the host's name. Undefined if it has none. */
export function tileOrigin(address: string) {
  const [, scheme = "", subdomain = "", host = ""] =
    /^(https?:\/\/)(\{s\}\.)?([\p{L}\p{N}.-]+(?::\d+)?)\//u.exec(address) ?? [];
  const url = parseUrl(scheme + host);
  return url && `${url.protocol}//${subdomain && "*."}${url.host}`;
}

export const tileAddress = v.pipe(
  v.string(),
  v.check((value) => {
    const path = value.replace(/^https?:\/\/[^/]*/, "");
    const names: string[] = path.match(/\{[^}]*\}?/g) ?? [];
    return (
      tileOrigin(value) !== undefined &&
      !/\s/.test(path) &&
      ["{z}", "{x}", "{y}"].every((name) => names.includes(name)) &&
      names.every((name) => ["{z}", "{x}", "{y}", "{r}"].includes(name))
    );
  }),
  v.description(
    "a tile address with {z}, {x} and {y} in its path, such as https://tile.openstreetmap.org/{z}/{x}/{y}.png",
  ),
  lacks,
);

export const locationPath = v.pipe(
  v.string(),
  v.regex(/^\/[a-z0-9/_-]*\/$/),
  v.description("a path such as /store/"),
);

export const language = v.pipe(
  v.picklist(LANGUAGES),
  v.description("the code of a language that the site has, such as de"),
);

export const languages = v.pipe(
  v.string(),
  v.transform(splitCodes),
  v.array(language),
  v.minLength(1),
  v.description("codes of languages that the site has, such as en de ja"),
);
