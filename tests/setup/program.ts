import ts from "typescript";

const { config } = ts.readConfigFile("tsconfig.json", ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ".");

/** Several tests read the same files, and the same libraries. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/**
 * The code with its types.
 * @param snippets files that are only in memory, by their names
 */
export function readProgram(
  files: string[],
  snippets: Record<string, string> = {},
) {
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (file, language, ...more) => {
    const snippet = snippets[file];
    if (snippet !== undefined)
      return ts.createSourceFile(file, snippet, language);
    if (!parsed.has(file)) parsed.set(file, read(file, language, ...more));
    return parsed.get(file);
  };
  return ts.createProgram([...files, ...Object.keys(snippets)], options, host);
}
