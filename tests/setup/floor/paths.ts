import type { CompatStatement } from "@mdn/browser-compat-data";
import { statementAt } from "./floor.ts";

/** Where MDN's data have what code uses. */

export interface Feature {
  path: string[];
  /** What a condition names that asks whether the browser has it. */
  word: string;
  statement?: CompatStatement;
}

/** The first path that the data know. */
export function first(paths: string[][], word: string): Feature[] {
  const path = paths.find((one) => statementAt(...one));
  return path ? [{ path, word }] : [];
}

export const rootPaths = (name: string) => [
  ["api", name],
  ["javascript", "builtins", ...name.split(".")],
];

export const globalPaths = (name: string) => [
  ...rootPaths(name),
  ["api", "Window", name],
  ["api", "ServiceWorkerGlobalScope", name],
];

export const staticPaths = (owner: string, name: string) => [
  ["api", owner, `${name}_static`],
  ["javascript", "builtins", ...owner.split("."), name],
];

export function memberPaths(owner: string, name: string) {
  const statics = /^(\w+)Constructor$/.exec(owner)?.[1];
  if (statics) return staticPaths(statics, name);
  const plain = /^(Big)?(Int|Uint|Float)\d+(Clamped)?Array$/.test(owner)
    ? "TypedArray"
    : owner.replace(/^Readonly(?=Array|Map|Set)/, "");
  return [
    ["api", plain, name],
    ["javascript", "builtins", ...plain.split("."), name],
    ...(name.startsWith("on")
      ? [["api", plain, `${name.slice(2)}_event`]]
      : []),
  ];
}
