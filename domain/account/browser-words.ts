/** The first match counts, because most browsers also name others. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, "Edge"],
  [/\bOPR\/|\bOPT\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, "an iPhone"],
  [/\biPad\b/, "an iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMacintosh\b/, "a Mac"],
  [/\bLinux\b/, "Linux"],
];

/** 'Firefox on Windows'. Leaves out the version, so that it tells little about a person. */
export function describeBrowser(userAgent: string) {
  const nameIn = (names: [RegExp, string][]) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = nameIn(BROWSERS);
  if (!browser) return "Another program";
  const system = nameIn(SYSTEMS);
  return system ? `${browser} on ${system}` : browser;
}
