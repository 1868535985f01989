import { createHash, randomBytes } from "node:crypto";
import type { Site } from "../processes/site.ts";

/** Makes a daily mail's key that opens these finds. @param expires_dt in a week if absent */
export function addReviewKey(
  site: Site,
  finds: number[],
  expires_dt = new Date(Date.now() + 7 * 86_400_000).toISOString(),
) {
  const key = randomBytes(16).toString("base64url");
  const hash = createHash("sha256").update(key).digest("hex");
  // The day only has to be another one each time.
  site.alter(
    `INSERT INTO digests (day, key_hash, expires_dt) VALUES ('${hash}', '${hash}', '${expires_dt}')`,
  );
  for (const rps_key of finds)
    site.alter(
      `INSERT INTO digest_finds SELECT digest_key, ${rps_key} FROM digests WHERE key_hash = '${hash}'`,
    );
  return key;
}

export const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
