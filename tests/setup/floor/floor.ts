import bcd, {
  type BrowserName,
  type CompatStatement,
  type Identifier,
  type SimpleSupportStatement,
} from "@mdn/browser-compat-data" with { type: "json" };
import { readSource } from "../source.ts";

/** The names of browserslist, with those of MDN's data. */
const BROWSERS: Record<string, BrowserName[]> = {
  ios_saf: ["safari_ios"],
  safari: ["safari"],
  chrome: ["chrome", "chrome_android"],
  firefox: ["firefox", "firefox_android"],
  samsung: ["samsunginternet_android"],
};

/** The oldest browsers that run the site, by MDN's names. */
export const floor = (
  JSON.parse(readSource("package.json")) as { browserslist: string[] }
).browserslist.flatMap((line) => {
  const [, name = "", version = ""] = /^(\w+) >= ([\d.]+)$/.exec(line) ?? [];
  return BROWSERS[name]!.map((browser) => ({ browser, version }));
});

/** The version of Chromium that a version of Samsung Internet is made of. */
export const chromiumOf = (samsung: string) =>
  bcd.browsers.samsunginternet_android.releases[samsung]?.engine_version;

const roots = bcd as unknown as Identifier;

/** The statement of a feature by its path in MDN's data, such as `api.URL.canParse_static`. */
export function statementAt(...path: string[]): CompatStatement | undefined {
  let node: Identifier | undefined = roots;
  for (const name of path) {
    node = Object.hasOwn(node, name) ? node[name] : undefined;
    if (!node) return undefined;
  }
  return node.__compat;
}

/** The features within one, at any depth, with their own names. */
export function statementsWithin(
  ...path: string[]
): [name: string, CompatStatement][] {
  let node: Identifier | undefined = roots;
  for (const name of path) node = node?.[name];
  const list = (within: Identifier): [string, CompatStatement][] =>
    Object.keys(within)
      .filter((name) => name !== "__compat")
      .flatMap((name) => {
        const inner = within[name]!;
        const own = inner.__compat;
        return [
          ...(own ? [[name, own] as [string, CompatStatement]] : []),
          ...list(inner),
        ];
      });
  return node ? list(node) : [];
}

/**
 * The browsers of the floor that lack a feature. None if nothing is known about it.
 * @param prefixed whether a form with the browser's prefix is there too
 */
export function listLacking(
  statement: CompatStatement | undefined,
  prefixed = false,
): string[] {
  if (!statement) return [];
  return floor
    .filter(({ browser, version }) => {
      const support = statement.support[browser];
      return (
        support && ![support].flat().some((one) => isIn(one, version, prefixed))
      );
    })
    .map(({ browser, version }) => `${browser} ${version}`);
}

function isIn(
  support: SimpleSupportStatement,
  version: string,
  prefixed: boolean,
) {
  const { version_added: added, version_removed: removed } = support;
  return (
    typeof added === "string" &&
    added !== "preview" &&
    !support.flags &&
    (prefixed || !support.prefix) &&
    !support.alternative_name &&
    compare(added.replace("≤", ""), version) <= 0 &&
    !(removed && compare(removed.replace("≤", ""), version) <= 0)
  );
}

function compare(one: string, other: string) {
  const [a = 0, b = 0] = one.split(".").map(Number);
  const [c = 0, d = 0] = other.split(".").map(Number);
  return a - c || b - d;
}
