import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

const SKIPPED = new Set([
  "node_modules",
  "build",
  "media",
  "test-results",
  "coverage",
]);

/** Lists files below a folder by their ending, as paths from the project's folder with forward slashes. */
export function listFiles(folder: string, ending: RegExp): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith(".") && !SKIPPED.has(name))
    .flatMap((entry) => {
      const file = path.posix.join(folder, entry.name);
      if (entry.isDirectory()) return listFiles(file, ending);
      return ending.test(file) ? [file] : [];
    });
}

export const readSource = (file: string) => readFileSync(file, "utf8");

export interface Import {
  from: string;
  /** An import of types, which is gone when the code runs. */
  typeOnly: boolean;
}

export interface Source {
  imports: Import[];
  /** Every identifier in the code. `process.env` counts as one too. */
  names: Set<string>;
  /** Every string literal. */
  texts: string[];
}

/** Several tests read the same files. */
const parsed = new Map<string, Source>();

export function parseSource(file: string, text: string): Source {
  const known = parsed.get(text);
  if (known) return known;
  const source: Source = { imports: [], names: new Set(), texts: [] };
  parsed.set(text, source);
  const visit = (node: ts.Node) => {
    const found = importIn(node);
    if (found) source.imports.push(found);
    if (ts.isIdentifier(node)) source.names.add(node.text);
    if (
      ts.isPropertyAccessExpression(node) &&
      node.getText(tree) === "process.env"
    )
      source.names.add("process.env");
    if (ts.isStringLiteralLike(node)) source.texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  visit(tree);
  return source;
}

function importIn(node: ts.Node): Import | undefined {
  if (ts.isImportDeclaration(node))
    return named(node.moduleSpecifier, Boolean(node.importClause?.isTypeOnly));
  if (ts.isExportDeclaration(node))
    return named(node.moduleSpecifier, node.isTypeOnly);
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
    return named(node.argument.literal, true);
  if (
    ts.isCallExpression(node) &&
    node.expression.kind === ts.SyntaxKind.ImportKeyword
  )
    return named(node.arguments[0], false);
  return undefined;
}

const named = (
  node: ts.Node | undefined,
  typeOnly: boolean,
): Import | undefined =>
  node && ts.isStringLiteralLike(node)
    ? { from: node.text, typeOnly }
    : undefined;

/** The imported package's name, with its scope. Undefined for files of the project and Node's own modules. */
export function packageOf(specifier: string) {
  if (/^[.#/]|^node:/.test(specifier)) return undefined;
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

/** The imported file, as a path from the project's folder. Undefined for a package. */
export function fileOf(importer: string, specifier: string) {
  const plain = specifier.replace(/\?.*$/, "");
  if (plain.startsWith("#")) return plain.slice(1);
  return plain.startsWith(".")
    ? path.posix.join(path.posix.dirname(importer), plain)
    : undefined;
}

/** Places are files, or folders that end in a slash. */
export const isIn = (file: string, places: string[]) =>
  places.some((place) =>
    place.endsWith("/") ? file.startsWith(place) : file === place,
  );
