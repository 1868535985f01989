import ts from "typescript";
import { describe, expect, test } from "vitest";
import { listMisfits } from "../bench/faults/list.mjs";
import { readProgram } from "./setup/program.ts";
import { listFiles } from "./setup/source.ts";

/**
 * A browser's translation takes each text out of its element and puts elements of its own there. React can then
 * neither change nor remove the text, nor insert an element before it, unless the text is one string and all its
 * element has: that React writes anew.
 */
function isTextBesideOthers(node: ts.Node, checker: ts.TypeChecker) {
  if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
    if (isSpoken(node)) return false;
    const children = node.children.flatMap(
      (child) => judge(child, checker) ?? [],
    );
    const text = children.find(({ isText }) => isText);
    if (!text) return false;
    return children.length === 1
      ? ts.isJsxFragment(node) || text.isList
      : ts.isJsxFragment(node) || !children.every(({ stays }) => stays);
  }
  // A component that returns a text can't know what is beside it.
  const name =
    ts.isFunctionDeclaration(node) ||
    (ts.isVariableDeclaration(node) &&
      node.initializer &&
      ts.isArrowFunction(node.initializer))
      ? node.name?.getText()
      : undefined;
  if (!name || !/^[A-Z]/.test(name)) return false;
  const [signature] = checker.getTypeAtLocation(node).getCallSignatures();
  return (
    signature !== undefined && canBeText(signature.getReturnType(), checker)
  );
}

/** Lingui's, which give each text an element. */
const MACROS = ["Trans", "Plural"];
/** Elements and components that always show one element. */
const STAYS = /^([a-z]\w*|Trans|Plural|Link|Button|\w+Icon)$/;

/** Whether a child may be text, and whether it always shows something. Undefined for layout and comments. */
function judge(child: ts.JsxChild, checker: ts.TypeChecker) {
  const fixed = { isText: true, stays: true, isList: false };
  if (ts.isJsxText(child))
    return child.containsOnlyTriviaWhiteSpaces ? undefined : fixed;
  if (!ts.isJsxExpression(child))
    return { isText: false, stays: STAYS.test(nameOf(child)), isList: false };
  const { expression } = child;
  if (!expression) return undefined;
  if (ts.isLiteralExpression(expression)) return fixed;
  const type = checker.getTypeAtLocation(expression);
  return {
    isText: canBeText(type, checker),
    stays: false,
    isList: [type, ...(type.isUnion() ? type.types : [])].some(
      (part) => isList(part, checker) && canBeText(part, checker),
    ),
  };
}

const MAY_BE_TEXT =
  ts.TypeFlags.StringLike |
  ts.TypeFlags.NumberLike |
  ts.TypeFlags.Any |
  ts.TypeFlags.Unknown;

function canBeText(
  type: ts.Type,
  checker: ts.TypeChecker,
  outer: ts.Type[] = [],
): boolean {
  if (outer.includes(type)) return false;
  const parts = type.isUnion()
    ? type.types
    : isList(type, checker) &&
      checker.getTypeArguments(type as ts.TypeReference);
  if (parts)
    return parts.some((part) => canBeText(part, checker, [...outer, type]));
  return (
    (type.flags & MAY_BE_TEXT) !== 0 &&
    !(type.isStringLiteral() && type.value === "")
  );
}

const isList = (type: ts.Type, checker: ts.TypeChecker) =>
  checker.isArrayType(type) || checker.isTupleType(type);

/** Whether the macro makes one text of it, with the elements in it. */
const isSpoken = (node: ts.Node): boolean =>
  ts.isJsxElement(node) &&
  (MACROS.includes(nameOf(node)) || isSpoken(node.parent));

const nameOf = (node: ts.Node) =>
  ts.isJsxElement(node)
    ? node.openingElement.tagName.getText()
    : ts.isJsxSelfClosingElement(node)
      ? node.tagName.getText()
      : "";

function isForeignDestination(node: ts.Node) {
  const given =
    ts.isJsxAttribute(node) && node.name.getText() === "to"
      ? node.initializer &&
        ts.isJsxExpression(node.initializer) && [node.initializer.expression]
      : isCallOf(node, /^(redirect|navigate)$/) && node.arguments;
  return (given || []).some((destination) => {
    const value =
      destination && ts.isNonNullExpression(destination)
        ? destination.expression
        : destination;
    if (!value) return false;
    return ts.isTemplateExpression(value)
      ? value.head.text === "" &&
          !/^[A-Z_]+$/.test(value.templateSpans[0]!.expression.getText())
      : ts.isCallExpression(value) &&
          ts.isPropertyAccessExpression(value.expression) &&
          value.expression.name.text === "get";
  });
}

const isOutsideOfTransaction = (node: ts.Node) =>
  isCallOf(node, /^getDb$/) &&
  ts.findAncestor(node, (outer) => isCallOf(outer, /^write/)) !== undefined;

/** Functions of Node that rename, replace or remove files. */
const CHANGES_FILES =
  /^(appendFile|copyFile|cp|createWriteStream|link|rename|rm|rmdir|symlink|truncate|unlink|writeFile)(Sync)?$/;
const NODE_FILES = /\/@types\/node\/fs(\/promises)?\.d\.ts$/;
/** Followed no further: the database's own files, and the id that a new store gets before any row names a file of it. */
const NOT_FOLLOWED = /\/db\/[^/]+\.ts$|\/domain\/store\/identity\.server\.ts$/;

/**
 * Names a function inside a transaction that changes files, or that has names of such functions in it, however deep. A
 * function runs inside a transaction if it takes a `tx`. Not followed are functions that come as arguments or in objects,
 * because a type doesn't say which they are; those that do something in a transaction take a `tx` themselves.
 */
function isFileChange(node: ts.Node, checker: ts.TypeChecker) {
  return (
    ts.isIdentifier(node) &&
    ts.findAncestor(node, takesTx) !== undefined &&
    changesFiles(checker.getSymbolAtLocation(node), checker)
  );
}

const takesTx = (node: ts.Node) =>
  ts.isFunctionLike(node) &&
  node.parameters.some(({ name }) => name.getText() === "tx");

const changing = new Map<ts.Symbol, boolean>();

function changesFiles(
  name: ts.Symbol | undefined,
  checker: ts.TypeChecker,
): boolean {
  if (!name) return false;
  const symbol =
    name.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(name) : name;
  const known = changing.get(symbol);
  if (known !== undefined) return known;
  // Until it is known, so that a function that calls itself is followed once.
  changing.set(symbol, false);
  const found = (symbol.declarations ?? []).some((declaration) => {
    const { fileName } = declaration.getSourceFile();
    if (NODE_FILES.test(fileName)) return CHANGES_FILES.test(symbol.name);
    const body = NOT_FOLLOWED.test(fileName) ? undefined : bodyOf(declaration);
    return body !== undefined && namesFileChange(body, checker);
  });
  changing.set(symbol, found);
  return found;
}

function bodyOf(declaration: ts.Declaration) {
  const made =
    ts.isVariableDeclaration(declaration) ||
    ts.isPropertyAssignment(declaration)
      ? declaration.initializer
      : declaration;
  return made && ts.isFunctionLike(made) && "body" in made
    ? made.body
    : undefined;
}

const namesFileChange = (node: ts.Node, checker: ts.TypeChecker): boolean =>
  (ts.isIdentifier(node) &&
    changesFiles(checker.getSymbolAtLocation(node), checker)) ||
  ts.forEachChild(
    node,
    (child) => namesFileChange(child, checker) || undefined,
  ) === true;

const isCallOf = (node: ts.Node, name: RegExp): node is ts.CallExpression =>
  ts.isCallExpression(node) &&
  ts.isIdentifier(node.expression) &&
  name.test(node.expression.text);

const IMPORTS = `import { renameSync, rmSync, statSync } from "node:fs";`;
/** What the snippets use, as far as their types matter. */
const KNOWN = `
declare const isOpen: boolean;
declare const name: string;
declare const count: number;
declare const names: string[];
declare const search: { get(key: string): string };
declare const HOME: string;
declare function Trans(props: unknown): null;
declare function SaveIcon(props: unknown): null;
declare function Badge(props: unknown): null;
declare function Link(props: unknown): null;
declare function redirect(to: string): never;
declare function navigate(to: string): void;
declare function write(work: (tx: unknown) => void): void;
declare function getDb(): unknown;
declare const places: string[];
const removeFile = (place: string) => rmSync(place);
const removeAll = (places: string[]) => places.forEach(removeFile);
`;

type Rule = (node: ts.Node, checker: ts.TypeChecker) => boolean;

interface Checked {
  rule: Rule;
  /** The files that have to keep it. */
  files: RegExp;
  good: string[];
  bad: string[];
}

/** Each rule with what keeps it and what breaks it. */
const RULES: Record<string, Checked> = {
  "a text is alone in its element, or nothing beside it ever changes": {
    rule: isTextBesideOthers,
    // Pages that are rendered once, on the server, have no React.
    files:
      /^app\/(?!components\/(map\/drawn-world|screen\/)).*(?<!\.server)\.tsx$/,
    good: [
      "const X = () => <p>Hello</p>;",
      "const X = () => <p>{name}</p>;",
      "const X = () => <p>{`${name} has ${count}`}</p>;",
      "const X = () => <p>{isOpen && <b>Open</b>}</p>;",
      // Nothing beside the text ever changes.
      "const X = () => <p>Hello <b>{name}</b></p>;",
      "const X = () => <p><span>{name}</span>{isOpen && <b>Open</b>}</p>;",
      "const X = () => <p><SaveIcon />Save</p>;",
      // The macro makes elements of its own.
      "const X = () => <Trans>Hello {name}, <b>you</b></Trans>;",
    ],
    bad: [
      "const X = () => <p>Hello {isOpen && <b>Open</b>}</p>;",
      "const X = () => <p>{name}{isOpen ? <b>Open</b> : null}</p>;",
      "const X = () => <p>Hello {name}</p>;",
      "const X = () => <p>{count} rocks</p>;",
      "const X = () => <p>{names}</p>;",
      "const X = () => <>{name}</>;",
      // It may show nothing.
      "const X = () => <p>Hello <Badge /></p>;",
      // It can't know what is beside it.
      "function Name() { return name; }",
      "const Name = () => (isOpen ? name : <b>Closed</b>);",
    ],
  },
  "a destination begins in the code: one that a visitor has written could lead to another site":
    {
      rule: isForeignDestination,
      files: /^app\//,
      good: [
        "redirect(`/rocks/${count}`);",
        "redirect(`${HOME}?rock=${count}`);",
        "const X = () => <Link to={`/rocks/${name}`} />;",
        "const X = () => <Link to={name} />;",
      ],
      bad: [
        "redirect(`${name}/rocks`);",
        "navigate(search.get('next')!);",
        "const X = () => <Link to={`${name}`} />;",
        "const X = () => <Link to={search.get('next')} />;",
      ],
    },
  "inside a write, its `tx` is used": {
    rule: isOutsideOfTransaction,
    files: /^domain\//,
    good: ["write((tx) => { void tx; });", "getDb();"],
    bad: ["write(() => { getDb(); });"],
  },
  "files after the transaction: inside, none is renamed, replaced or removed": {
    rule: isFileChange,
    files: /^domain\//,
    good: [
      "write((tx) => { void tx; }); removeAll(places);",
      "write((tx) => { void tx; statSync(name); });",
    ],
    bad: [
      "write((tx) => { void tx; renameSync(name, name); });",
      "write((tx) => { void tx; removeAll(places); });",
      "write((tx) => { void tx; places.forEach(removeFile); });",
      "const apply = (tx: unknown) => { void tx; removeAll(places); };",
    ],
  },
};

const snippets = Object.values(RULES).flatMap(({ good, bad }) => [
  ...good,
  ...bad,
]);
const SNIPPETS = "snippets.tsx";

/** The project, and the snippets as a file of it, each in a block of its own. */
const program = readProgram(
  ["app", "domain"].flatMap((room) => listFiles(room, /\.tsx?$/)),
  {
    [SNIPPETS]: [
      IMPORTS,
      KNOWN,
      ...snippets.map((snippet) => `{\n${snippet}\n}`),
    ].join("\n"),
  },
);
const checker = program.getTypeChecker();
const blocks = program.getSourceFile(SNIPPETS)!.statements.filter(ts.isBlock);

/** Lists what breaks the rule in a part of the code, each with its line. */
function listBreaches(part: ts.Node, rule: Rule) {
  const tree = part.getSourceFile();
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (rule(node, checker)) {
      const { line } = tree.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${tree.fileName}:${line + 1}: ${node.getText()}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(part);
  return found;
}

const listIn = (snippet: string, rule: Rule) =>
  listBreaches(blocks[snippets.indexOf(snippet)]!, rule);

describe.each(Object.entries(RULES))(
  "%s",
  (_name, { rule, files, good, bad }) => {
    test.each(good)("leaves alone: %s", (snippet) => {
      expect(listIn(snippet, rule)).toEqual([]);
    });

    test.each(bad)("reports: %s", (snippet) => {
      expect(listIn(snippet, rule)).toHaveLength(1);
    });

    test("everywhere in the code", () => {
      const named = program
        .getRootFileNames()
        .filter((file) => files.test(file))
        .map((file) => program.getSourceFile(file)!);
      expect(named).not.toEqual([]);
      expect(named.flatMap((file) => listBreaches(file, rule))).toEqual([]);
    });
  },
);

test("each fault of the bank fits the code as it is", () => {
  expect(listMisfits(".")).toEqual([]);
});
