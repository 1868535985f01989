/** Code of an error of the system or of SQLite; empty for any other. */
export const codeOf = (error: unknown) =>
  String((error as { code?: unknown } | null | undefined)?.code ?? "");
