import { getDb } from "#db/client.server.ts";
import { localDay } from "#core/local-day.server.ts";
import { remember } from "#core/remember.server.ts";

/** Public data that change together, without a change for the other groups. `today` changes at local midnight. */
const GROUPS = ["finds", "rocks", "albums", "texts", "today"] as const;
export type DataGroup = (typeof GROUPS)[number];
/** Settings, such as the site's address, are in the responses of any group. */
type WatchedGroup = Exclude<DataGroup, "today"> | "settings";

/** Only changes of these rows, under these conditions, may change what everyone sees. */
const WATCHED: {
  on: string;
  group: WatchedGroup;
  when?: (row: string) => string;
}[] = [
  // A row that is being hidden or deleted is in no view any more, so this asks the row itself.
  { on: "rock_posts", group: "finds", when: (row) => `${row}.show` },
  {
    on: "rock_post_images",
    group: "finds",
    when: (row) =>
      `EXISTS (SELECT 1 FROM main.public_finds p WHERE p.rps_key = ${row}.rps_key)`,
  },
  { on: "rocks", group: "rocks" },
  { on: "rock_artists", group: "rocks" },
  { on: "users", group: "rocks" },
  { on: "albums", group: "albums" },
  { on: "photos", group: "albums" },
  { on: "site_texts", group: "texts" },
  { on: "site_translations", group: "texts" },
  { on: "settings", group: "settings" },
];
/** The checksum, which nobody sees, and what follows from other rows that are watched. */
const UNWATCHED = ["sha256", "artists_text", "shown_posts"];

type Client = ReturnType<typeof getDb>["$client"];

const updateOf = (client: Client, table: string) =>
  `UPDATE OF ${(client.pragma(`table_info(${table})`) as { name: string }[])
    .filter(({ name }) => !UNWATCHED.includes(name))
    .map(({ name }) => `"${name}"`)
    .join(", ")}`;

type VersionOf = (groups: readonly DataGroup[]) => string;

const watched = remember("public data", () => ({
  versions: new WeakMap<Client, VersionOf>(),
  /** Number of connections that have been watched so far. */
  opened: 0,
}));

/** Changes whenever a public row of these groups does, in any process. A change that is rolled back counts too. */
export function publicDataVersion(
  groups: readonly DataGroup[] = GROUPS,
): string {
  const { $client: client } = getDb();
  let version = watched.versions.get(client);
  if (!version) watched.versions.set(client, (version = watch(client)));
  return version(groups);
}

function watch(client: Client): VersionOf {
  const opened = ++watched.opened;
  const changes: Record<WatchedGroup, number> = {
    finds: 0,
    rocks: 0,
    albums: 0,
    texts: 0,
    settings: 0,
  };
  client.function(
    "public_data_changed",
    (group: WatchedGroup) => void changes[group]++,
  );
  for (const { on, group, when } of WATCHED)
    for (const [event, rows] of [
      ["INSERT", ["new"]],
      [updateOf(client, on), ["old", "new"]],
      ["DELETE", ["old"]],
    ] as const)
      client.exec(`
        CREATE TEMP TRIGGER public_${on}_${event.slice(0, 6)} AFTER ${event} ON main.${on}
        ${when ? `WHEN ${rows.map(when).join(" OR ")}` : ""}
        BEGIN SELECT public_data_changed('${group}'); END`);
  // SQLite counts what other connections write, but not what this one writes.
  const others = client.prepare("PRAGMA data_version").pluck();
  return (groups) =>
    [
      opened,
      others.get(),
      changes.settings,
      ...groups.map((group) =>
        group === "today" ? localDay() : changes[group],
      ),
    ].join(".");
}
