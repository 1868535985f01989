import { existsSync, statSync } from "node:fs";
import { filesBelow } from "#tests/setup/files.ts";
import type { Site } from "#tests/setup/processes/site.ts";
import { until } from "#tests/setup/until.ts";
import type { Answer } from "../../exchange.ts";

/** What the site counts, notes or makes by itself, whatever is asked of it. */
const OWN_TABLES = new Set([
  ...["security_events", "admin_sessions", "rock_counts", "reports"],
  ...["removals", "site_files"],
]);
const OWN_FILES = /^(tmp\/(?!incoming|uploads)|share|\.)/;

/** Everything that a refused request must leave as it is: rows by their table, and sizes of files. */
export function readState(site: Site) {
  const state = new Map<string, string | number>();
  for (const name of site.tables())
    if (!OWN_TABLES.has(name)) {
      const but = name === "jobs" ? "WHERE kind <> 'draw-share'" : "";
      const rows = site.query(`SELECT * FROM "${name}" ${but}`);
      state.set(name, JSON.stringify(rows));
    }
  for (const file of filesBelow(site.mediaDir))
    if (!OWN_FILES.test(file)) {
      const is = statSync(site.inStore(file), { throwIfNoEntry: false });
      state.set(file, is?.size ?? "gone");
    }
  return state;
}
type State = ReturnType<typeof readState>;

/** Ends a wait for jobs, or for files of a request that has ended, which would never end. */
const SETTLE_MS = 120_000;
/** How long nothing may change after a request that was cut, because nobody is told when the site is done with it. */
const STILL_MS = 250;

/** Waits until no job is left, and no file of a request that was cut. */
export async function untilSettled(site: Site, isOverUnseen = false) {
  const end = Date.now() + SETTLE_MS;
  const incoming = site.inStore("tmp/incoming");
  let [state, since] = ["", Date.now()];
  await until(() => {
    const now = isOverUnseen ? JSON.stringify([...readState(site)]) : "";
    if (now !== state) [state, since] = [now, Date.now()];
    const isStill = !isOverUnseen || Date.now() - since > STILL_MS;
    const left = existsSync(incoming) ? filesBelow(incoming) : [];
    const jobs = site.count("jobs WHERE state IN ('queued', 'running')");
    if (isStill && left.length === 0 && jobs === 0) return true;
    if (Date.now() > end)
      throw new Error(
        `${SETTLE_MS / 1000} seconds after it was answered there are ${jobs} jobs and the temporary files ${left.join(", ")}`,
      );
    return false;
  });
}

/** Temporary files are removed a moment after an answer, so it asks for a while before it complains. */
export async function findChange(site: Site, before: State, answer?: Answer) {
  const end = Date.now() + 5000;
  const changed = await until(() => {
    const now = readState(site);
    // A request that was cut before this one may only now be over, and its files gone.
    const isLeft = (name: string) =>
      now.has(name) || !name.startsWith("tmp/incoming/");
    const names = [...new Set([...before.keys(), ...now.keys()])].filter(
      (name) => now.get(name) !== before.get(name) && isLeft(name),
    );
    return (names.length === 0 || Date.now() > end) && names;
  });
  return changed.length === 0
    ? undefined
    : `it was answered ${answer?.status ?? "nothing"}, and this has changed: ${changed.join(", ")}`;
}
