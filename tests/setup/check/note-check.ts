import type { CheckSummary } from "#domain/check/nightly.server.ts";
import type { Site } from "../processes/site.ts";

/** Notes a check of the originals that has just ended, so that none is due soon. */
export function noteCheck(
  site: Site,
  found: Partial<CheckSummary> | { error: string } = {},
  ended = new Date(),
) {
  const result = {
    originals: 12,
    missing: 0,
    changed: 0,
    unlisted: 0,
    some: [],
    ...found,
  };
  const report = JSON.stringify("error" in found ? found : result);
  site.alter(`INSERT OR REPLACE INTO reports (name, ended_dt, result)
     VALUES ('check', '${ended.toISOString()}', '${report}')`);
}
