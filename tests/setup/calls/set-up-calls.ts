import { readLog } from "#tests/setup/log.ts";
import type { Site } from "../processes/site.ts";

export const NEW_PASSWORD = "a harbour wall in May";

/** The link of the line that the last start, or a command, has printed. */
export function setUpLink(lines: string[]) {
  const line = lines.findLast((one) => one.startsWith("Set up: "));
  if (!line) throw new Error(`no link was printed:\n${lines.join("\n")}`);
  return line.slice("Set up: ".length);
}

export const setUpKey = (lines: string[]) => setUpLink(lines).split("#")[1]!;

/** The passwords that a site without ADMIN_PASSWORD has made for itself, one at each start. */
export const printedPasswords = ({ lines }: Site) =>
  readLog(lines).flatMap(({ message, password }) =>
    /^ADMIN_PASSWORD is not set/.test(String(message)) ? String(password) : [],
  );

/** Sends the set-up's call, with the key that was printed last. */
export async function postSetUp(
  site: Site,
  body: object = { password: NEW_PASSWORD },
  { key = setUpKey(site.lines), ...headers }: Record<string, string> = {},
) {
  const answer = await site.send("POST /api/setup", body, {
    Authorization: `Bearer ${key}`,
    ...headers,
  });
  return {
    status: answer.status,
    body: (await answer.json()) as {
      state?: string;
      error?: string;
      fields?: Record<string, string>;
    },
    cookie: answer.headers.get("set-cookie")?.split(";")[0] ?? "",
  };
}

export const setUpState = async (site: Site) =>
  (await site.fetch("/api/setup")).status;
