import { createHash } from "node:crypto";

/** A thing's version, for ETag and If-Match. */
export const etagOf = (thing: unknown) =>
  `"${createHash("sha256").update(JSON.stringify(thing)).digest("base64url").slice(0, 22)}"`;

/** Whether a header of entity tags (If-Match, If-None-Match) names this one; `*` names all. */
export function namesEtag(header: string, etag: string) {
  return header.split(",").some((part) => {
    const tag = part.trim().replace(/^W\//, "");
    return tag === "*" || tag === etag;
  });
}
