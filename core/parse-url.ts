/** Parses a text as an address; undefined if it isn't one. Safari has `URL.canParse` since 17. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
