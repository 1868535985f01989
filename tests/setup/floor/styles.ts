import postcss, {
  type AtRule,
  type Declaration,
  type Node,
  type Rule,
} from "postcss";
import { transformWithEsbuild } from "vite";
import { unique, type Lack } from "./code.ts";
import { listLacking, statementAt, statementsWithin } from "./floor.ts";

/** Units with the features that they belong to, where these are named otherwise. */
const UNITS: [RegExp, string][] = [
  [/^dv/, "viewport_percentage_units_dynamic"],
  [/^sv/, "viewport_percentage_units_small"],
  [/^lv/, "viewport_percentage_units_large"],
  [/^cq/, "container_query_length_units"],
];

/** Functions and types of values, by their names. */
const types = new Map(statementsWithin("css", "types"));

/**
 * Lists what a stylesheet uses and the floor lacks, as the build writes it. What is asked for by `@supports` doesn't
 * count, nor what comes after the same property with a value that each browser knows.
 */
export async function listLacksOfStyles(
  file: string,
  css: string,
  target: string[],
): Promise<Lack[]> {
  const { code } = await transformWithEsbuild(css, file, {
    loader: "css",
    target,
    sourcemap: false,
  });
  const lacks: Lack[] = [];
  postcss.parse(code).walk((node) => {
    for (const { path, word } of featuresOf(node)) {
      const browsers = listLacking(
        statementAt(...path) ??
          (path[1] === "types" ? types.get(word) : undefined),
        isDeclaration(node) && isPrefixedToo(node),
      );
      if (browsers.length > 0 && !isGuarded(node, word))
        lacks.push({
          place: `${file}: ${sayPlace(node)}`,
          feature: path.join("."),
          browsers,
        });
    }
  });
  return unique(lacks);
}

const sayPlace = (node: Node) =>
  isDeclaration(node)
    ? `${node.prop}: ${node.value}`
    : isRule(node)
      ? node.selector.replace(/\s+/g, " ")
      : isAtRule(node)
        ? `@${node.name} ${node.params}`
        : "";

interface Feature {
  path: string[];
  /** What `@supports` names that asks whether the browser has it. */
  word: string;
}

function featuresOf(node: Node): Feature[] {
  if (isDeclaration(node)) return featuresOfDeclaration(node);
  if (isRule(node)) {
    const names = listSelectors(node.selector);
    return (isDecoration(node) ? names.filter((n) => n !== "has") : names).map(
      (word) => ({ path: ["css", "selectors", word], word }),
    );
  }
  if (isAtRule(node)) {
    const { name, params } = node;
    return [
      { path: ["css", "at-rules", name], word: name },
      ...[...params.matchAll(/\(\s*([a-z-]+)/g)].map(([, word = ""]) => ({
        path: ["css", "at-rules", name, word.replace(/^(min|max)-/, "")],
        word,
      })),
    ];
  }
  return [];
}

function featuresOfDeclaration(node: Declaration): Feature[] {
  const { prop, parent } = node;
  // What belongs to one engine.
  if (/^-[a-z]/.test(prop)) return [];
  // Texts and addresses are no code.
  const value = node.value.replace(/"[^"]*"|'[^']*'|url\([^)]*\)/g, '""');
  const at = parent && isAtRule(parent) ? parent.name : undefined;
  const own =
    at === undefined
      ? ["css", "properties", prop]
      : ["css", "at-rules", at, prop];
  return [
    ...(prop.startsWith("--") ? [] : [{ path: own, word: prop }]),
    ...(prop === "content" && /"\s*\//.test(value)
      ? [{ path: [...own, "alt_text"], word: "/" }]
      : []),
    ...[...value.matchAll(/(?<![\w-])(-?[a-z][\w-]*)(\(?)/gi)].flatMap(
      ([, word = "", bracket]) =>
        bracket
          ? [
              { path: [...own, word], word },
              { path: ["css", "types", word], word },
            ]
          : prop.startsWith("--")
            ? []
            : [{ path: [...own, word], word }],
    ),
    ...[...value.matchAll(/(?<![\w#-])[\d.]+([a-z]+)/gi)].map(
      ([, unit = ""]) => ({
        path: [
          "css",
          "types",
          "length",
          UNITS.find(([form]) => form.test(unit))?.[1] ?? unit,
        ],
        word: unit,
      }),
    ),
  ];
}

/** Lists the pseudo-classes and pseudo-elements of a selector. */
export const listSelectors = (selector: string) =>
  [...selector.matchAll(/::?([a-z][a-z-]*)/g)].map(([, name = ""]) => name);

/** Properties that only change how something looks. */
const LOOKS =
  /^(--|background|border|box-shadow|color$|font|line-height|letter-spacing|opacity|padding|margin|gap|scroll-(padding|margin)|(min-)?block-size|grid-(template-columns|column)|justify|align|inset-)/;

/**
 * A rule of nothing but looks whose selectors all need `:has()`: without it the page looks a little different. Together
 * with another selector, that one would be lost as well.
 */
const isDecoration = ({ selectors, nodes }: Rule) =>
  selectors.every((one) => one.includes(":has(")) &&
  nodes.every((node) => isDeclaration(node) && LOOKS.test(node.prop));

/** Whether the rule has the property with a browser's prefix as well. */
const isPrefixedToo = ({ prop, parent }: Declaration) =>
  parent!.nodes.some(
    (other) => isDeclaration(other) && other.prop.endsWith(`-${prop}`),
  );

function isGuarded(node: Node, word: string) {
  const names = new RegExp(`(?<![a-z-])${word}(?![a-z-])`);
  if (isDeclaration(node) && word === "/")
    return node.parent!.nodes.some(
      (other) =>
        isDeclaration(other) &&
        other.prop === "content" &&
        !other.value.includes("/"),
    );
  for (let outer = node.parent; outer; outer = outer.parent)
    if (
      isAtRule(outer) &&
      outer.name === "supports" &&
      names.test(outer.params)
    )
      return true;
  return (
    isDeclaration(node) &&
    // An unknown value of a property of our own is found only where it is used, when all others are gone.
    !node.prop.startsWith("--") &&
    node.parent!.nodes.some(
      (other) =>
        isDeclaration(other) &&
        other.prop === node.prop &&
        other !== node &&
        node.parent!.index(other) < node.parent!.index(node) &&
        !names.test(other.value),
    ) &&
    node.prop !== word
  );
}

const isRule = (node: { type: string }): node is Rule => node.type === "rule";
const isAtRule = (node: { type: string }): node is AtRule =>
  node.type === "atrule";
const isDeclaration = (node: { type: string }): node is Declaration =>
  node.type === "decl";
