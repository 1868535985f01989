import { mkdirSync, writeFileSync } from "node:fs";
import { transformAsync } from "@babel/core";
import macros from "@lingui/babel-plugin-lingui-macro";
import { BUILT } from "./list.mjs";

/**
 * Turns the texts of the code into their ids, for Vite. A production build keeps nothing but the ids.
 * @returns {import("vite").Plugin}
 */
export const texts = () => ({
  name: "texts",
  enforce: "pre",
  async transform(code, id) {
    const [file] = id.split("?");
    if (!/\.tsx?$/.test(file) || !code.includes("@lingui/")) return undefined;
    const { code: out, map } = await transformAsync(code, {
      filename: file,
      babelrc: false,
      configFile: false,
      sourceMaps: true,
      plugins: [macros],
      parserOpts: {
        plugins: ["typescript", ...(file.endsWith("x") ? ["jsx"] : [])],
      },
    });
    return { code: out, map };
  },
});

const ID = /"([A-Za-z0-9+/]{6})"/g;
/** The beginning of the names of days' texts. The number of a month or a weekday follows. */
const DAY = /`(day\.\w+\.)\$\{/g;
const MOST_DAYS = 12;

/**
 * Notes the texts that each page may show, with those that it loads later.
 * @returns {import("vite").Plugin}
 */
export const textsOfPages = () => ({
  name: "texts-of-pages",
  apply: "build",
  generateBundle: {
    order: "post",
    handler(_options, bundle) {
      const pages = {};
      for (const { fileName, facadeModuleId, type } of Object.values(bundle)) {
        const [, page] =
          /\/app\/(root|routes\/.*)\.tsx(\?|$)/.exec(facadeModuleId ?? "") ??
          [];
        if (type === "chunk" && page) pages[page] = idsIn(fileName, bundle);
      }
      mkdirSync(BUILT, { recursive: true });
      writeFileSync(`${BUILT}/pages.json`, JSON.stringify(pages));
    },
  },
});

function idsIn(entry, bundle) {
  const files = new Set([entry]);
  const ids = new Set();
  // The loop over a set also reaches members that are added meanwhile.
  for (const file of files) {
    const { code = "", imports = [], dynamicImports = [] } = bundle[file] ?? {};
    for (const other of [...imports, ...dynamicImports]) files.add(other);
    for (const [, id] of code.matchAll(ID)) ids.add(id);
    for (const [, name] of code.matchAll(DAY))
      for (let number = 0; number <= MOST_DAYS; number++)
        ids.add(`${name}${number}`);
  }
  return [...ids];
}
