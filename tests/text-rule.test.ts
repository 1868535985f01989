import { Linter } from "eslint";
import ts from "typescript";
import tseslint from "typescript-eslint";
import { expect, test } from "vitest";
import { textInOwnElement } from "../scripts/languages/text-rule.mjs";

/** What the snippets use, as far as their types matter. */
const KNOWN = `
declare namespace JSX {
  interface Element { type: string }
  interface IntrinsicElements { [name: string]: unknown }
}
declare const isOpen: boolean;
declare const name: string;
declare const count: number;
declare const names: string[];
declare function Trans(props: unknown): null;
declare function SaveIcon(props: unknown): null;
declare function Badge(props: unknown): null;
`;

const GOOD = [
  "const X = () => <p>Hello</p>;",
  "const X = () => <p>{name}</p>;",
  "const X = () => <p>{`${name} has ${count}`}</p>;",
  "const X = () => <p>{isOpen && <b>Open</b>}</p>;",
  // Nothing beside the text ever changes.
  "const X = () => <p>Hello <b>{name}</b></p>;",
  "const X = () => <p><span>{name}</span>{isOpen && <b>Open</b>}</p>;",
  "const X = () => <p><SaveIcon />Save</p>;",
  // The macro makes elements of its own.
  "const X = () => <Trans>Hello {name}, <b>you</b></Trans>;",
];

const BAD = [
  "const X = () => <p>Hello {isOpen && <b>Open</b>}</p>;",
  "const X = () => <p>{name}{isOpen ? <b>Open</b> : null}</p>;",
  "const X = () => <p>Hello {name}</p>;",
  "const X = () => <p>{count} rocks</p>;",
  "const X = () => <p>{names}</p>;",
  "const X = () => <>{name}</>;",
  // It may show nothing.
  "const X = () => <p>Hello <Badge /></p>;",
  // It can't know what is beside it.
  "function Name() { return name; }",
  "const Name = () => (isOpen ? name : <b>Closed</b>);",
];

const fileOf = (index: number) => `/snippets/${index}.tsx`;
const snippets = [...GOOD, ...BAD];
const options: ts.CompilerOptions = {
  jsx: ts.JsxEmit.Preserve,
  strict: true,
  types: [],
  lib: ["lib.es2022.d.ts"],
};
const sources = new Map([
  ["/snippets/known.d.ts", KNOWN],
  ...snippets.map(
    (snippet, index) => [fileOf(index), `export {};\n${snippet}`] as const,
  ),
]);
const host = ts.createCompilerHost(options);
const { getSourceFile, fileExists } = host;
host.fileExists = (file) => sources.has(file) || fileExists(file);
host.getSourceFile = (file, version, ...rest) => {
  const source = sources.get(file);
  return source === undefined
    ? getSourceFile(file, version, ...rest)
    : ts.createSourceFile(file, source, version);
};
const program = ts.createProgram([...sources.keys()], options, host);

const linter = new Linter({ cwd: "/snippets" });
const messagesFor = (snippet: string) => {
  const filename = fileOf(snippets.indexOf(snippet));
  return linter
    .verify(
      sources.get(filename)!,
      {
        files: ["**/*.tsx"],
        languageOptions: {
          parser: tseslint.parser as Linter.Parser,
          parserOptions: { programs: [program] },
        },
        plugins: { site: { rules: { text: textInOwnElement } } },
        rules: { "site/text": "error" },
      } as Linter.Config,
      { filename },
    )
    .map(({ message }) => message);
};

test.each(GOOD)("leaves alone: %s", (snippet) => {
  expect(messagesFor(snippet)).toEqual([]);
});

test.each(BAD)("reports: %s", (snippet) => {
  expect(messagesFor(snippet)).toEqual([
    expect.stringContaining("in an element of its own"),
  ]);
});
