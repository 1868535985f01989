import js from "@eslint/js";
import jsxA11y from "eslint-plugin-jsx-a11y";
import globals from "globals";
import tseslint from "typescript-eslint";

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
      // A table whose rows become cards keeps its meaning by roles: `display` takes it away.
      "jsx-a11y/no-redundant-roles": [
        "error",
        { thead: ["rowgroup"], tbody: ["rowgroup"] },
      ],
      "jsx-a11y/no-interactive-element-to-noninteractive-role": [
        "error",
        { td: ["cell"] },
      ],
      // A region that scrolls must be reachable by keyboard.
      "jsx-a11y/no-noninteractive-tabindex": [
        "error",
        { tags: [], roles: ["region"] },
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
      // The spec's "logged only": a failure in the browser is written there with console.error.
      "no-console": ["error", { allow: ["error"] }],
    },
  },
  { files: ["scripts/**", "tests/**"], rules: { "no-console": "off" } },
);
