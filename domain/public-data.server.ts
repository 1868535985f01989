import { getDb } from "#db/client.server.ts";

/** Changes of these rows, under these conditions, may change what everyone sees; all others can't. */
const WATCHED: { on: string; when?: (row: string) => string }[] = [
  { on: "rock_posts", when: (row) => `${row}.show` },
  {
    on: "rock_post_images",
    when: (row) =>
      `EXISTS (SELECT 1 FROM main.rock_posts p WHERE p.rps_key = ${row}.rps_key AND p.show)`,
  },
  { on: "rocks" },
  { on: "rock_artists" },
  { on: "users" },
  { on: "albums" },
  { on: "photos" },
  { on: "site_texts" },
];
/** A rock's `shown_posts` follows its posts, and those are watched. */
const COLUMNS: Record<string, string> = {
  rocks: " OF rc_key, rock_number, comment, original_file, ready, pin_ready",
};

type Client = ReturnType<typeof getDb>["$client"];
type Versions = WeakMap<Client, () => string>;

// Shared between the site and its preload, which are built apart.
const kept = globalThis as {
  publicData?: { versions: Versions; opened: number };
};

/** Another word whenever what everyone sees may have changed, by this process or by another. */
export function publicDataVersion(): string {
  const { versions } = (kept.publicData ??= {
    versions: new WeakMap(),
    opened: 0,
  });
  const { $client: client } = getDb();
  let version = versions.get(client);
  if (!version) versions.set(client, (version = watch(client)));
  return version();
}

function watch(client: Client) {
  const opened = ++kept.publicData!.opened;
  let changes = 0;
  client.function("public_data_changed", () => void changes++);
  for (const { on, when } of WATCHED)
    for (const [event, rows] of [
      ["INSERT", ["new"]],
      [`UPDATE${COLUMNS[on] ?? ""}`, ["old", "new"]],
      ["DELETE", ["old"]],
    ] as const)
      client.exec(`
        CREATE TEMP TRIGGER public_${on}_${event.slice(0, 6)} AFTER ${event} ON main.${on}
        ${when ? `WHEN ${rows.map(when).join(" OR ")}` : ""}
        BEGIN SELECT public_data_changed(); END`);
  // What others have written: SQLite counts it, but not what this connection writes itself.
  const others = client.prepare("PRAGMA data_version").pluck();
  return () => `${opened}.${String(others.get())}.${changes}`;
}
