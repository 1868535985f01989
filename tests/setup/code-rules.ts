import ts from "typescript";

/**
 * A browser's translation takes each text out of its element and puts elements of its own there. React can then
 * neither change nor remove the text, nor insert an element before it, unless the text is one string and all its
 * element has: that React writes anew.
 */
export function isTextBesideOthers(node: ts.Node, checker: ts.TypeChecker) {
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

export function isForeignDestination(node: ts.Node) {
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

export const isOutsideOfTransaction = (node: ts.Node) =>
  isCallOf(node, /^getDb$/) &&
  ts.findAncestor(node, (outer) => isCallOf(outer, /^write/)) !== undefined;

const isCallOf = (node: ts.Node, name: RegExp): node is ts.CallExpression =>
  ts.isCallExpression(node) &&
  ts.isIdentifier(node.expression) &&
  name.test(node.expression.text);
