import ts from "typescript";

/** Of Lingui. They give each text an element. */
const MACROS = new Set(["Trans", "Plural"]);
/** Elements and components that always show one element. */
const STAYS = /^([a-z]\w*|Trans|Plural|Link|Button|\w+Icon)$/;
const MAY_BE_TEXT =
  ts.TypeFlags.StringLike |
  ts.TypeFlags.NumberLike |
  ts.TypeFlags.Any |
  ts.TypeFlags.Unknown;

/**
 * A browser's translation takes each text out of its element and puts elements of its own there. React can then
 * neither change nor remove the text, nor insert an element before it, unless the text is one string and all its
 * element has: that React writes anew. So a text is alone in its element, or nothing beside it ever changes.
 * @type {import("eslint").Rule.RuleModule}
 */
export const textInOwnElement = {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      beside:
        "A browser's translation takes this text away from React. Make it one string in an element of its own, because something beside it may change.",
    },
  },
  create(context) {
    const { program, esTreeNodeToTSNodeMap } =
      context.sourceCode.parserServices;
    const checker = program.getTypeChecker();
    const typeOf = (node) =>
      checker.getTypeAtLocation(esTreeNodeToTSNodeMap.get(node));

    const isList = (type) =>
      checker.isArrayType(type) || checker.isTupleType(type);

    function mayBeText(type, outer = []) {
      if (outer.includes(type)) return false;
      const parts = type.isUnion()
        ? type.types
        : isList(type) && checker.getTypeArguments(type);
      if (parts) return parts.some((part) => mayBeText(part, [...outer, type]));
      return (
        (type.flags & MAY_BE_TEXT) !== 0 &&
        !(type.isStringLiteral() && type.value === "")
      );
    }

    /** Tells whether a child may be text, and whether it always shows something. Undefined for layout and comments. */
    function judge(child) {
      if (child.type === "JSXText")
        return /^\s*\n\s*$/.test(child.value)
          ? undefined
          : { isText: true, stays: true };
      if (child.type !== "JSXExpressionContainer")
        return { isText: false, stays: STAYS.test(nameOf(child)) };
      const { expression } = child;
      if (expression.type === "JSXEmptyExpression") return undefined;
      if (expression.type === "Literal") return { isText: true, stays: true };
      const type = typeOf(expression);
      return {
        isText: mayBeText(type),
        stays: false,
        isList: [type, ...(type.types ?? [])].some(
          (part) => isList(part) && mayBeText(part),
        ),
      };
    }

    function check(node) {
      if (isSpoken(node)) return;
      const children = node.children.flatMap((child) => {
        const judged = judge(child);
        return judged ? [{ child, ...judged }] : [];
      });
      const text = children.find(({ isText }) => isText);
      const isFine =
        children.length === 1
          ? node.type === "JSXElement" && !text?.isList
          : node.type === "JSXElement" && children.every(({ stays }) => stays);
      if (!text || isFine) return;
      context.report({ node: text.child, messageId: "beside" });
    }

    /** A component that returns a text can't know what is beside it. */
    function checkComponent(node) {
      const [signature] = typeOf(node).getCallSignatures();
      if (signature && mayBeText(signature.getReturnType()))
        context.report({ node, messageId: "beside" });
    }

    return {
      JSXElement: check,
      JSXFragment: check,
      "FunctionDeclaration[id.name=/^[A-Z]/]": checkComponent,
      "VariableDeclarator[id.name=/^[A-Z]/] > ArrowFunctionExpression":
        checkComponent,
    };
  },
};

/** Whether the macro makes one text of it, with the elements in it. */
const isSpoken = (node) =>
  MACROS.has(nameOf(node)) ||
  (node.parent.type === "JSXElement" && isSpoken(node.parent));

const nameOf = (node) =>
  node.type === "JSXElement" ? (node.openingElement.name.name ?? "") : "";
