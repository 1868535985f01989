import { getCatalogs } from "@lingui/cli/api";
import { getConfig } from "@lingui/conf";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import ts from "typescript";
import { expect, test } from "vitest";
import { listLanguages } from "../scripts/languages/list.mjs";
import { listFiles, readSource } from "./setup/source.ts";

const [catalog] = await getCatalogs(getConfig());
const english = Object.entries((await catalog!.collect())!);

test("English is in the code, and its catalogue lists it for translators", async () => {
  const listed = Object.keys((await catalog!.read("en"))!);
  expect(listed.sort()).toEqual(english.map(([id]) => id).sort());
});

test.each(listLanguages().filter((language) => language !== "en"))(
  "%s has every text, with the same values and tags, and every plural form",
  async (language) => {
    const translated = (await catalog!.read(language))!;
    expect(Object.keys(translated).sort()).toEqual(
      english.map(([id]) => id).sort(),
    );
    const forms = listForms(language);
    const wrong = english.flatMap(([id, { message = "" }]) => {
      const text = translated[id]?.translation ?? "";
      if (text === "") return [`is missing: ${message}`];
      return describe(text) === describe(message) && hasForms(text, forms)
        ? []
        : [`differs: ${message} -> ${text}`];
    });
    expect(wrong).toEqual([]);
  },
);

/** Names the values of a text, and its tags unless each plural form has its own. */
function describe(text: string) {
  const values = new Set<string>();
  const isPlural = collect(compileMessageOrThrow(text), values);
  const tags = [...text.matchAll(/<\/?\d+\/?>/g)].map(([tag]) => tag).sort();
  return [...[...values].sort(), ...(isPlural ? [] : tags)].join(" ");
}

/** @returns whether it has a plural */
function collect(tokens: unknown, values: Set<string>): boolean {
  if (!Array.isArray(tokens)) return false;
  return tokens
    .map((token: unknown) => {
      if (!Array.isArray(token)) return false;
      const [name, kind, forms] = token as [string, string?, object?];
      values.add(name);
      if (kind !== "plural") return false;
      for (const form of Object.values(forms!)) collect(form, values);
      return true;
    })
    .includes(true);
}

/** The plural forms that whole numbers need. Spanish, say, has one more for millions, which the site never counts. */
function listForms(language: string) {
  const rules = new Intl.PluralRules(language);
  return [
    ...new Set(Array.from({ length: 1000 }, (_, count) => rules.select(count))),
  ];
}

const hasForms = (text: string, needed: string[]) =>
  [...text.matchAll(/, plural,(.*)/gs)].every(([, forms = ""]) =>
    needed.every((form) => forms.includes(`${form} {`)),
  );

/** Pages and parts of those who run the site, which are in English. */
const ENGLISH =
  /^app\/(components\/(admin|review|setup)\/|components\/(language\/written-in|gallery\/original-picture)\.|routes\/(admin\/|public\/(login|review|set-up)\.))/;
/** Attributes that are read, or read aloud. */
const READ = ["alt", "aria-label", "label", "placeholder", "title"];
const IN_CATALOGUES = ["Trans", "Plural", "Select"];

test("nothing that visitors read is outside of the catalogues", () => {
  const files = listFiles("app", /\.tsx$/).filter(
    (file) => !ENGLISH.test(file),
  );
  expect(files).toContain("app/components/site/footer.tsx");
  expect(files.flatMap(listLiterals)).toEqual([]);
});

test.each([
  ["<p>Some words</p>", 1],
  ["<p><b>{count}</b> of these</p>", 1],
  ['<img alt="Some words" />', 1],
  ["<img alt={`Rock ${number}`} />", 1],
  ["<p><Trans>Some <b>words</b></Trans></p>", 0],
  ["<img alt={t`Some words`} />", 0],
  ['<img alt="" src="/some/words" />', 0],
  ["<p>· {count} –</p>", 0],
])("%s has %i", (code, count) => {
  expect(literalsIn("a.tsx", `const a = ${code};`)).toHaveLength(count);
});

const listLiterals = (file: string) =>
  literalsIn(file, readSource(file)).map((text) => `${file}: ${text}`);

function literalsIn(file: string, code: string) {
  const found: string[] = [];
  const isText = (text: string) => /\p{L}{2}/u.test(text);
  const visit = (node: ts.Node) => {
    if (
      ts.isJsxElement(node) &&
      IN_CATALOGUES.includes(node.openingElement.tagName.getText())
    )
      return;
    if (ts.isJsxText(node) && isText(node.text)) found.push(node.text.trim());
    if (ts.isJsxAttribute(node) && READ.includes(node.name.getText())) {
      const { initializer } = node;
      const value =
        initializer && ts.isJsxExpression(initializer)
          ? initializer.expression
          : initializer;
      if (
        value &&
        (ts.isStringLiteral(value) ||
          ts.isNoSubstitutionTemplateLiteral(value) ||
          ts.isTemplateExpression(value)) &&
        isText(value.getText())
      )
        found.push(node.getText());
    }
    ts.forEachChild(node, visit);
  };
  visit(
    ts.createSourceFile(
      file,
      code,
      ts.ScriptTarget.Latest,
      true,
      ts.ScriptKind.TSX,
    ),
  );
  return found;
}
