/** The address that a text is; undefined if it is none. Safari has `URL.canParse` since 17. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
