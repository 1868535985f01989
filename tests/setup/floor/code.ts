import ts from "typescript";
import { fileOf, isIn, parseSource, readSource } from "../source.ts";
import { listLacking, statementAt, statementsWithin } from "./floor.ts";
import {
  type Feature,
  first,
  globalPaths,
  memberPaths,
  rootPaths,
  staticPaths,
} from "./paths.ts";
import { listSelectors } from "./styles.ts";

export interface Lack {
  /** A file, with its line if there is one. */
  place: string;
  /** Where the feature is in MDN's data. */
  feature: string;
  /** The browsers that lack it. */
  browsers: string[];
}

/** Lists the files that a browser runs, and those that these import. Remix leaves `.server` files out. */
export function listBrowserFiles(entries: string[], files: Set<string>) {
  const reached = new Set(entries);
  // A set goes on with what is added.
  for (const file of reached)
    for (const { from, typeOnly } of parseSource(file, readSource(file))
      .imports) {
      const other = fileOf(file, from);
      if (!typeOnly && other && files.has(other) && !/\.server\./.test(other))
        reached.add(other);
    }
  return [...reached];
}

/** What Remix takes out of a route for the browser. */
const ON_SERVER = new Set(["loader", "action", "headers"]);

/** Lists what a file uses and the floor lacks, unless the code asks first whether it is there. */
export function listLacksOfCode(
  file: string,
  program: ts.Program,
  part: ts.Node = program.getSourceFile(file)!,
): Lack[] {
  const tree = program.getSourceFile(file)!;
  const isRoute = isIn(file, ["app/routes/", "app/root.tsx"]);
  const checker = program.getTypeChecker();
  const lacks: Lack[] = [];

  const visit = (node: ts.Node) => {
    if (isRoute && isServerExport(node)) return;
    // Types are gone when the code runs.
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
    if (
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isImportDeclaration(node)
    )
      return;
    for (const feature of featuresOf(node)) report(node, feature);
    ts.forEachChild(node, visit);
  };
  visit(part);
  return unique(lacks);

  function report(node: ts.Node, { path, word, statement }: Feature) {
    const browsers = listLacking(statement ?? statementAt(...path));
    if (browsers.length === 0 || isGuarded(node, word)) return;
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree));
    lacks.push({
      place: `${file}:${line + 1}`,
      feature: path.join("."),
      browsers,
    });
  }

  function featuresOf(node: ts.Node): Feature[] {
    if (ts.isPropertyAccessExpression(node))
      return membersOf(node.name, node.name.text, node.expression);
    if (
      ts.isElementAccessExpression(node) &&
      ts.isStringLiteralLike(node.argumentExpression)
    ) {
      const { text } = node.argumentExpression;
      const property = checker
        .getTypeAtLocation(node.expression)
        .getProperty(text);
      return property ? membersOfSymbol(property, text, node.expression) : [];
    }
    if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
      const name = node.propertyName ?? node.name;
      if (!ts.isIdentifier(name)) return [];
      const property = checker
        .getTypeAtLocation(node.parent)
        .getProperty(name.text);
      return property ? membersOfSymbol(property, name.text, node.parent) : [];
    }
    if (ts.isIdentifier(node)) return globalsOf(node);
    if (ts.isNewExpression(node) || ts.isCallExpression(node))
      return [...constructorsOf(node), ...optionsOf(node), ...textsOf(node)];
    if (ts.isRegularExpressionLiteral(node)) return syntaxOf(node.text);
    if (ts.isJsxOpeningLikeElement(node)) return elementsOf(node);
    return [];
  }

  // ── Members ──────────────────────────────────────────────────────────────────────────────────

  function membersOf(name: ts.Node, text: string, receiver: ts.Node) {
    const symbol = checker.getSymbolAtLocation(name);
    return symbol ? membersOfSymbol(symbol, text, receiver) : [];
  }

  function membersOfSymbol(
    symbol: ts.Symbol,
    name: string,
    receiver: ts.Node,
  ): Feature[] {
    return (symbol.declarations ?? []).filter(isOfBrowser).flatMap((made) => {
      const owner = ownerOf(made);
      if (!owner) return [];
      if (owner.isStatic) return first(staticPaths(owner.name, name), name);
      const types = checker.getNonNullableType(
        checker.getTypeAtLocation(receiver),
      );
      // The data have the members of a mixin with each interface that includes it.
      const owners = [owner.name, ...namesOf(types, checker)];
      return first(
        owners.flatMap((one) => memberPaths(one, name)),
        name,
      );
    });
  }

  function globalsOf(node: ts.Identifier): Feature[] {
    const { parent, text } = node;
    if (
      (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
      ts.isTypeOfExpression(parent) ||
      ts.isBindingElement(parent) ||
      ts.isPropertyAssignment(parent) ||
      ts.isJsxAttribute(parent)
    )
      return [];
    const symbol = checker.getSymbolAtLocation(node);
    return symbol?.declarations?.some(
      (made) =>
        isOfBrowser(made) &&
        (ts.isVariableDeclaration(made) || ts.isFunctionDeclaration(made)),
    )
      ? first(globalPaths(text), text)
      : [];
  }

  function isOfBrowser(made: ts.Node) {
    return program.isSourceFileDefaultLibrary(made.getSourceFile());
  }

  // ── Calls ────────────────────────────────────────────────────────────────────────────────────

  function constructorsOf(node: ts.NewExpression | ts.CallExpression) {
    if (!ts.isNewExpression(node)) return [];
    const name = nameOfCalled(node);
    return name && isBuiltIn(node)
      ? first([...rootPaths(name).map((path) => [...path, name])], name)
      : [];
  }

  function isBuiltIn(node: ts.NewExpression | ts.CallExpression) {
    const made = checker.getResolvedSignature(node)?.declaration;
    return made !== undefined && isOfBrowser(made);
  }

  /** What is in the objects that a built-in function gets. */
  function optionsOf(node: ts.NewExpression | ts.CallExpression): Feature[] {
    const given = node.arguments?.filter(ts.isObjectLiteralExpression) ?? [];
    if (given.length === 0 || !isBuiltIn(node)) return [];
    const name = nameOfCalled(node)!;
    const called = ts.isNewExpression(node)
      ? rootPaths(name).map((path) => [...path, name])
      : featuresOf(node.expression).map(({ path }) => path);
    const known = called.flatMap((path) =>
      statementsWithin(...path).map(([key, statement]) => ({
        path: [...path, key],
        key,
        statement,
      })),
    );
    return given.flatMap(({ properties }) =>
      properties.flatMap((property) => {
        const option = property.name?.getText(tree);
        const value = ts.isPropertyAssignment(property)
          ? property.initializer
          : undefined;
        const ends = [
          `_${option}_parameter`,
          ...(value && ts.isStringLiteralLike(value)
            ? [`_${option}_parameter_${value.text}`, value.text]
            : []),
        ];
        return known
          .filter(({ key }) => ends.some((end) => key.endsWith(end)))
          .map(({ path, statement }) => ({ path, word: option!, statement }));
      }),
    );
  }

  /** Events and selectors, which are texts. */
  function textsOf(node: ts.NewExpression | ts.CallExpression): Feature[] {
    const [text] = node.arguments ?? [];
    if (
      !ts.isCallExpression(node) ||
      !text ||
      !(ts.isStringLiteralLike(text) || ts.isTemplateExpression(text)) ||
      !isBuiltIn(node)
    )
      return [];
    const name = nameOfCalled(node);
    const said = text.getText(tree).slice(1, -1);
    if (/^(querySelector(All)?|matches|closest)$/.test(name ?? ""))
      return listSelectors(said).map((word) => ({
        path: ["css", "selectors", word],
        word,
      }));
    if (name !== "addEventListener") return [];
    const owners = ts.isPropertyAccessExpression(node.expression)
      ? namesOf(checker.getTypeAtLocation(node.expression.expression), checker)
      : ["Window", "WorkerGlobalScope"];
    return first(
      owners.map((owner) => ["api", owner, `${said}_event`]),
      said,
    );
  }

  // ── Elements ─────────────────────────────────────────────────────────────────────────────────

  function elementsOf(node: ts.JsxOpeningLikeElement): Feature[] {
    const tag = node.tagName.getText(tree);
    if (!/^[a-z]/.test(tag)) return [];
    const attributes = node.attributes.properties.flatMap((attribute) =>
      attribute.name ? [attribute.name.getText(tree).toLowerCase()] : [],
    );
    return [
      { path: ["html", "elements", tag], word: tag },
      ...attributes.flatMap((word) =>
        first(
          [
            ["html", "elements", tag, word],
            ["html", "global_attributes", word],
          ],
          word,
        ),
      ),
    ];
  }
}

/** The interface or the variable that a member is declared in. */
function ownerOf(made: ts.Declaration) {
  const { parent } = made;
  if (ts.isInterfaceDeclaration(parent)) {
    const space = ts.findAncestor(parent, ts.isModuleDeclaration);
    const name = parent.name.text;
    return {
      name: space ? `${space.name.text}.${name}` : name,
      isStatic: false,
    };
  }
  if (ts.isTypeLiteralNode(parent) && ts.isVariableDeclaration(parent.parent))
    return { name: parent.parent.name.getText(), isStatic: true };
  const space = ts.findAncestor(made, ts.isModuleDeclaration);
  return space ? { name: space.name.text, isStatic: true } : undefined;
}

/** The names of a type and of those that it extends. */
function namesOf(type: ts.Type, checker: ts.TypeChecker): string[] {
  if (type.isUnionOrIntersection())
    return type.types.flatMap((part) => namesOf(part, checker));
  const name = type.getSymbol()?.name;
  const bases = type.isClassOrInterface() ? checker.getBaseTypes(type) : [];
  return [
    ...(name ? [name] : []),
    ...bases.flatMap((base) => namesOf(base, checker)),
  ];
}

const nameOfCalled = ({
  expression,
}: ts.NewExpression | ts.CallExpression): string | undefined =>
  ts.isIdentifier(expression)
    ? expression.text
    : ts.isPropertyAccessExpression(expression)
      ? ts.isIdentifier(expression.expression) &&
        expression.expression.text === "Intl"
        ? `Intl.${expression.name.text}`
        : expression.name.text
      : undefined;

/** What a build can't write in an older way. */
const SYNTAX: [RegExp, ...string[]][] = [
  [/\(\?<[=!]/, "lookbehind_assertion"],
  [/\(\?[ims]*-?[ims]+:/, "modifier"],
];

function syntaxOf(expression: string): Feature[] {
  const flags = expression.slice(expression.lastIndexOf("/") + 1);
  return [
    ...SYNTAX.filter(([form]) => form.test(expression)).map(([, name]) => ({
      path: ["javascript", "regular_expressions", name!],
      word: name!,
    })),
    ...[
      ["v", "unicodeSets"],
      ["d", "hasIndices"],
    ]
      .filter(([flag]) => flags.includes(flag!))
      .map(([, name]) => ({
        path: ["javascript", "builtins", "RegExp", name!],
        word: name!,
      })),
  ];
}

function isServerExport(node: ts.Node) {
  const isExported = ts.canHaveModifiers(node)
    ? ts
        .getModifiers(node)
        ?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
    : false;
  if (!isExported) return false;
  const names = ts.isFunctionDeclaration(node)
    ? [node.name?.text]
    : ts.isVariableStatement(node)
      ? node.declarationList.declarations.map(({ name }) => name.getText())
      : [];
  return names.length > 0 && names.every((name) => ON_SERVER.has(name ?? ""));
}

/**
 * Whether the code asks for a feature before it uses it: by an optional call, in a condition around it, or in one that
 * returns before it.
 */
function isGuarded(node: ts.Node, word: string): boolean {
  const names = new RegExp(`\\b${word.replace(/\W/g, "\\$&")}\\b`);
  const asks = (condition: ts.Node) => names.test(condition.getText());
  for (let inner = node, outer = node.parent; outer;) {
    if (
      ts.isCallExpression(outer) &&
      outer.expression === inner &&
      outer.questionDotToken
    )
      return true;
    if (
      (ts.isIfStatement(outer) &&
        inner !== outer.expression &&
        asks(outer.expression)) ||
      (ts.isConditionalExpression(outer) &&
        inner !== outer.condition &&
        asks(outer.condition)) ||
      (ts.isBinaryExpression(outer) &&
        outer.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken &&
        inner === outer.right &&
        asks(outer.left))
    )
      return true;
    if (
      ts.isBlock(outer) &&
      outer.statements.some(
        (one) =>
          one.pos < inner.pos &&
          ts.isIfStatement(one) &&
          asks(one.expression) &&
          /^\{?\s*(return|throw)\b/.test(one.thenStatement.getText()),
      )
    )
      return true;
    inner = outer;
    outer = outer.parent;
  }
  return false;
}

/** A method that several interfaces have is found several times. */
export const unique = (lacks: Lack[]) => [
  ...new Map(
    lacks.map((lack) => [`${lack.place} ${lack.feature}`, lack]),
  ).values(),
];
