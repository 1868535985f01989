import { existsSync } from "node:fs";
import { filesBelow } from "#tests/setup/files.ts";
import { until } from "#tests/setup/until.ts";
import { startSite, type Site } from "#tests/setup/processes/site.ts";

/** The site that the model is compared with. It serves any number of rounds, one after the other. */
export interface ModelSite {
  site: Site;
  /** The sessions of two admins. */
  cookies: [string, string];
  /** The key of the artist UNKNOWN. */
  unknown: number;
  stop: () => Promise<void>;
}

export async function startModelSite(): Promise<ModelSite> {
  const site = await startSite({
    env: {
      MODERATION: "on",
      TRASH_DAYS: "30",
      UPLOAD_LIMITS: "off",
      UPLOAD_LIMIT_TOTAL: "off",
      UPLOAD_PARALLEL: "100/100",
      LOG_LEVEL: "warn",
    },
  });
  const cookies: [string, string] = [await site.signIn(), await site.signIn()];
  const [{ ra_key: unknown }] = site.query<{ ra_key: number }>(
    "SELECT ra_key FROM users WHERE display_name = 'UNKNOWN'",
  ) as [{ ra_key: number }];
  return {
    site,
    cookies,
    unknown,
    stop: async () => {
      site.letGo();
      await site.stop();
    },
  };
}

/** Tables that are empty when a site holds nothing, but for the artist UNKNOWN. */
const TABLES = [
  "rock_pins",
  "rock_post_images",
  "rock_posts",
  "rock_artists",
  "rocks",
  "photos",
  "albums",
  "used_photo_names",
  "trash",
  "trashed_rock_artists",
  "history",
  "removals",
];

/**
 * Waits until the site has done its jobs and removed its temporary files. An upload stays if its find was refused.
 */
export async function untilOver({ site }: ModelSite) {
  await site.untilIdle();
  const folder = site.inStore("tmp");
  await until(() => {
    const unused = site
      .query<{ file: string }>(
        "SELECT 'uploads/' || id AS file FROM uploads WHERE NOT is_used",
      )
      .map(({ file }) => file);
    const left = existsSync(folder) ? filesBelow(folder) : [];
    return left.every((file) => unused.includes(file)) || undefined;
  });
}

/** The tables that have rows left, with how many. */
export const listRowsLeft = ({ site }: ModelSite) =>
  TABLES.flatMap((table) => {
    const n = site.count(table);
    return n > 0 ? [`${n} in ${table}`] : [];
  });
