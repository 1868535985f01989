import { createHash } from "node:crypto";

/** A short hash that is the same for the same values: the version of a thing as its editor sees it. */
export const versionOf = (values: unknown) =>
  createHash("sha256")
    .update(JSON.stringify(values))
    .digest("base64url")
    .slice(0, 22);
