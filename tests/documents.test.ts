import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { readSettings } from "#domain/core/settings.server.ts";
import {
  listFiles,
  packageOf,
  parseSource,
  readSource,
} from "./setup/source.ts";

describe("what is written down", () => {
  test(".env.example names exactly the settings there are, with their defaults", () => {
    const asked = new Set<string>();
    const nothingSet = new Proxy<Record<string, undefined>>(
      {},
      { get: (_, name) => void asked.add(String(name)) },
    );
    const defaults = readSettings(nothingSet);

    const written = new Map(
      [...readSource(".env.example").matchAll(/^# ?([A-Z_]+)=(.*)$/gm)].map(
        ([, name = "", value = ""]) => [name, value.replace(/^'(.*)'$/, "$1")],
      ),
    );
    expect([...written.keys()].sort()).toEqual([...asked].sort());
    expect(readSettings(Object.fromEntries(written))).toEqual(defaults);
  });

  test("every dependency is used", () => {
    const used = new Set<string | undefined>();
    for (const file of listFiles(".", /\.(tsx?|m?js)$/)) {
      const { imports, texts } = parseSource(file, readSource(file));
      for (const { from } of imports) used.add(packageOf(from));
      if (/^(scripts|tools)\//.test(file))
        for (const text of texts)
          if (text.startsWith("node_modules/"))
            used.add(packageOf(text.slice("node_modules/".length)));
    }
    for (const file of listFiles("app", /\.css$/))
      for (const [, from = ""] of readSource(file).matchAll(
        /@import\s+(?:url\()?"([^"]+)"/g,
      ))
        used.add(packageOf(from));

    const { dependencies, devDependencies } = JSON.parse(
      readSource("package.json"),
    ) as Record<"dependencies" | "devDependencies", Record<string, string>>;
    const named = Object.keys({ ...dependencies, ...devDependencies });
    const typesOf = (name: string) =>
      name.replace("@types/", "").replace(/^(.+)__/, "@$1/");
    const unused = named.filter(
      (name) =>
        !used.has(name) &&
        !(
          name.startsWith("@types/") &&
          (used.has(typesOf(name)) || name === "@types/node")
        ),
    );
    expect(unused).toEqual([]);
  });

  test("every link in the documents leads to a file", () => {
    const broken = listFiles(".", /\.md$/).flatMap((file) =>
      [...readSource(file).matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
        .map(([, link]) => path.posix.join(path.posix.dirname(file), link!))
        .filter((target) => !existsSync(target))
        .map((target) => `${file}: ${target}`),
    );
    expect(broken).toEqual([]);
  });

  test("SECURITY.md names tests that exist", () => {
    const named = [
      ...readSource("SECURITY.md").matchAll(
        /`((?:api|domain|e2e|generators|worker)\/[\w/-]+)`/g,
      ),
    ].map(([, name]) => `tests/${name}`);
    expect(named.length).toBeGreaterThan(20);
    expect(
      named.filter(
        (name) =>
          !existsSync(`${name}.test.ts`) && !existsSync(`${name}.spec.ts`),
      ),
    ).toEqual([]);
  });
});
