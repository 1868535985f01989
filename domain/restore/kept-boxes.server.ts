import { existsSync } from "node:fs";
import {
  openSecondConnection,
  type SecondConnection,
} from "#db/copy.server.ts";
import { parseBlurs } from "#core/blurs.ts";
import { log } from "#core/log.server.ts";

/**
 * Parts of pictures that were hidden before a restore stay hidden: the backup may be older than they are, and would show
 * faces that nobody was to see.
 */

interface HiddenPicture {
  uuid: string | null;
  current_name: string;
  earlier_name: string | null;
  sha256: string | null;
  /** JSON; never of an empty list. */
  blurs: string;
}

export interface HiddenParts {
  pictures: HiddenPicture[];
  /** For each find, the changes of its hidden parts that its history has. */
  changes: Map<string, Set<string>>;
}

/** Images of rows and of the trash, each as JSON, with the UUID of its find. */
const imagesWith = (columns: string[]) => `
  SELECT p.uuid, json_object(${columns.map((name) => `'${name}', i.${name}`).join()}) AS image, NULL AS trash_key, i.rpi_key AS "key"
    FROM rock_post_images i JOIN rock_posts p USING (rps_key)
   UNION ALL
  SELECT coalesce("rows" ->> '$.rock_posts[0].uuid',
                  (SELECT uuid FROM rock_posts WHERE rps_key = t.parent_key),
                  (SELECT f."rows" ->> '$.rock_posts[0].uuid' FROM trash f WHERE f.kind = 'find' AND f.key = t.parent_key)),
         image.value, t.trash_key, image.key
    FROM trash t, json_each(t."rows", '$.rock_post_images') image`;

const COLUMNS = "current_name earlier_name original_file sha256 blurs".split(
  " ",
);

const CHANGES = `
  SELECT coalesce(p.uuid, t."rows" ->> '$.rock_posts[0].uuid') AS uuid, h.at || ' ' || h.changes AS change
    FROM history h LEFT JOIN rock_posts p USING (rps_key)
    LEFT JOIN trash t ON t.kind = 'find' AND t.key = h.rps_key
   WHERE h.changes LIKE '%"blurs\\_%' ESCAPE '\\'`;

function readChanges(db: SecondConnection) {
  const changes: HiddenParts["changes"] = new Map();
  const rows = db.prepare<[], { uuid: string; change: string }>(CHANGES).all();
  for (const { uuid, change } of rows)
    changes.set(uuid, (changes.get(uuid) ?? new Set()).add(change));
  return changes;
}

/** Reads what a database hides, also one of an earlier version, or none at all. */
export function readHiddenParts(file: string): HiddenParts {
  const none: HiddenParts = { pictures: [], changes: new Map() };
  if (!existsSync(file)) return none;
  let db: SecondConnection | undefined;
  try {
    db = openSecondConnection(file);
    const known = db
      .prepare<[], string>(
        "SELECT name FROM pragma_table_info('rock_post_images')",
      )
      .pluck()
      .all();
    const columns = COLUMNS.filter((column) => known.includes(column));
    if (!columns.includes("blurs")) return none;
    const pictures = db
      .prepare<[], { uuid: string | null; image: string }>(
        `SELECT uuid, image FROM (${imagesWith(columns)}) WHERE coalesce(image ->> 'blurs', '[]') <> '[]'`,
      )
      .all()
      .map(({ uuid, image }) => ({
        ...(JSON.parse(image) as Omit<HiddenPicture, "uuid">),
        uuid,
      }));
    return { pictures, changes: readChanges(db) };
  } catch (error) {
    log.warn("the hidden parts of the replaced database could not be read", {
      error,
    });
    return none;
  } finally {
    db?.close();
  }
}

interface RestoredImage {
  uuid: string | null;
  image: string;
  /** Null for one that is not in the trash. */
  trash_key: number | null;
  /** Its `rpi_key`, or its place in the list of the trash. */
  key: number;
}

/**
 * Hides in a restored database what the replaced one hid, in the same pictures and in those with the same original.
 * @param sums checksums of the restored originals by their file's name, for rows that have none
 * @returns how many parts it hid that the backup did not hide
 */
export function keepHidden(
  db: SecondConnection,
  { pictures, changes }: HiddenParts,
  sums: Map<string, string>,
): number {
  if (pictures.length === 0) return 0;
  const byName = new Map<string, HiddenPicture>();
  const bySum = new Map<string, HiddenPicture>();
  for (const picture of pictures) {
    for (const name of [picture.current_name, picture.earlier_name])
      if (name) byName.set(`${picture.uuid} ${name}`, picture);
    if (picture.sha256) bySum.set(picture.sha256, picture);
  }
  const known = readChanges(db);
  const isBackupNewer = (uuid: string | null) => {
    const [before, now] = [changes, known].map(
      (of) => of.get(uuid ?? "") ?? new Set<string>(),
    ) as [Set<string>, Set<string>];
    return (
      [...now].some((change) => !before.has(change)) &&
      [...before].every((change) => now.has(change))
    );
  };
  let kept = 0;
  const images = db.prepare<[], RestoredImage>(imagesWith(COLUMNS)).all();
  for (const { uuid, image, ...at } of images) {
    const { current_name, earlier_name, original_file, sha256, blurs } =
      JSON.parse(image) as HiddenPicture & { original_file: string };
    const own = blurs ?? "[]";
    const same = [current_name, earlier_name]
      .map((name) => byName.get(`${uuid} ${name}`))
      .find((found) => found !== undefined);
    const twin = bySum.get(sha256 ?? sums.get(original_file) ?? "");
    const hidden = same ?? (own === "[]" ? twin : undefined);
    if (!hidden || hidden.blurs === own || isBackupNewer(uuid)) continue;
    setBlurs(db, at, hidden.blurs);
    kept += parseBlurs(hidden.blurs).length;
  }
  return kept;
}

function setBlurs(
  db: SecondConnection,
  { trash_key, key }: Pick<RestoredImage, "trash_key" | "key">,
  blurs: string,
) {
  if (trash_key === null)
    db.prepare("UPDATE rock_post_images SET blurs = ? WHERE rpi_key = ?").run(
      blurs,
      key,
    );
  else
    db.prepare(
      `UPDATE trash SET "rows" = json_set("rows", ?, ?) WHERE trash_key = ?`,
    ).run(`$.rock_post_images[${key}].blurs`, blurs, trash_key);
}
