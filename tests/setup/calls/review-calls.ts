import { createHash, randomBytes } from "node:crypto";
import type { Site } from "../processes/site.ts";

/** Makes a daily mail's key that opens these finds. @param expires_dt in a week if absent */
export function addReviewKey(
  site: Site,
  finds: number[],
  expires_dt = new Date(Date.now() + 7 * 86_400_000).toISOString(),
) {
  const key = randomBytes(16).toString("base64url");
  const key_hash = createHash("sha256").update(key).digest("hex");
  site.insert("review_keys", {
    ...{ key_hash, finds: JSON.stringify(finds), expires_dt },
  });
  return key;
}

export const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
