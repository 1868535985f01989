import { printedSetUpLink } from "#domain/account/set-up.server.ts";
import { readReach } from "#core/reach.server.ts";
import { getSettings } from "#core/settings.server.ts";

/** The lines that `npm start` and `npm run demo` print, in the site's process, once it answers. */
export function welcome({
  site = "Your site:",
  password,
  end = "Ctrl+C ends it.",
}: {
  site?: string;
  /** Printed too, because only the demo's may be. */
  password?: string;
  end?: string;
} = {}) {
  const { PUBLIC_URL, ADMIN_USERNAME, DATABASE_PATH, MEDIA_DIR } =
    getSettings();
  const link = printedSetUpLink();
  const { isOpen, address } = readReach();
  const rows: [string, string | undefined][] = [
    [site, PUBLIC_URL],
    ["Its admin area:", `${PUBLIC_URL}/login`],
    ["To set it up:", link && `${link}  (works once)`],
    ["Sign in as:", link ? undefined : ADMIN_USERNAME],
    ["Password:", password],
    ["Its data:", `${DATABASE_PATH} and ${MEDIA_DIR}/`],
    [
      "In the house:",
      address &&
        `${address}${isOpen ? "" : "  (after a start with HOST=0.0.0.0)"}`,
    ],
  ];
  const lines = rows.flatMap(([label, text]) =>
    text === undefined ? [] : `  ${label.padEnd(16)}${text}`,
  );
  // Not console.log, because the site's preload turns that into a JSON line.
  process.stdout.write(`\n${lines.join("\n")}\n\n  ${end}\n`);
}
