import js from "@eslint/js";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import globals from "globals";
import tseslint from "typescript-eslint";
import { textInOwnElement } from "./scripts/languages/text-rule.mjs";

export default tseslint.config(
  {
    ignores: [
      "node_modules",
      "build",
      ".demo",
      "media",
      "test-results",
      "coverage",
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  { files: ["**/*.tsx"], ...jsxA11y.flatConfigs.recommended },
  {
    files: ["**/*.tsx"],
    rules: {
      // On phones, table rows become cards by CSS `display`, which removes the table's semantics. Roles restore them.
      "jsx-a11y/no-redundant-roles": [
        "error",
        { thead: ["rowgroup"], tbody: ["rowgroup"] },
      ],
      "jsx-a11y/no-interactive-element-to-noninteractive-role": [
        "error",
        { td: ["cell"] },
      ],
      // The keyboard must reach a region that scrolls.
      "jsx-a11y/no-noninteractive-tabindex": [
        "error",
        { tags: [], roles: ["region"] },
      ],
    },
  },
  {
    files: ["app/**/*.{ts,tsx}"],
    plugins: { "react-hooks": reactHooks },
    rules: {
      "react-hooks/rules-of-hooks": "error",
      "react-hooks/exhaustive-deps": "error",
      "no-restricted-syntax": [
        "error",
        ...[
          "JSXAttribute[name.name='to'] > JSXExpressionContainer",
          "CallExpression[callee.name=/^(redirect|navigate)$/]",
        ].flatMap((destination) =>
          [
            "TemplateLiteral[quasis.0.value.raw=''][expressions.0.name!=/^[A-Z_]+$/]",
            "CallExpression[callee.property.name='get']",
            "TSNonNullExpression > CallExpression[callee.property.name='get']",
          ].map((foreign) => ({
            selector: `${destination} > ${foreign}`,
            message:
              "A destination begins in the code. One that a visitor has written could lead to another site.",
          })),
        ),
      ],
    },
  },
  {
    files: ["**/*.{ts,tsx}"],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      "@typescript-eslint/no-floating-promises": [
        "error",
        {
          allowForKnownSafeCalls: [
            { from: "package", name: ["describe", "test"], package: "vitest" },
          ],
        },
      ],
    },
  },
  {
    files: ["app/**/*.{ts,tsx}"],
    rules: {
      // Remix sends a thrown object to the browser as it is. One that a visitor has sent must not be thrown.
      "@typescript-eslint/only-throw-error": [
        "error",
        {
          allow: ["Response", "TypedResponse"],
          allowRethrowing: true,
          allowThrowingAny: false,
          allowThrowingUnknown: false,
        },
      ],
    },
  },
  {
    files: ["app/**/*.tsx"],
    // They are rendered once, on the server, as pages without React.
    ignores: [
      "app/components/map/drawn-world.tsx",
      "app/components/screen/**",
      "app/**/*.server.tsx",
    ],
    plugins: { site: { rules: { "text-in-own-element": textInOwnElement } } },
    rules: { "site/text-in-own-element": "error" },
  },
  {
    files: ["domain/**/*.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector:
            "CallExpression[callee.name=/^write/] CallExpression[callee.name='getDb']",
          message: "Inside a write, use its `tx`.",
        },
      ],
    },
  },
  {
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
    rules: {
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_" },
      ],
      // The browser logs failures with console.error if the description says 'logged only'.
      "no-console": ["error", { allow: ["error"] }],
    },
  },
  {
    files: ["scripts/**", "tests/**", "bench/**"],
    rules: { "no-console": "off" },
  },
);
