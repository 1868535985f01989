import { createHash } from "node:crypto";

/** SHA-256 in hex. */
export const hashOf = (text: string) =>
  createHash("sha256").update(text).digest("hex");

/** A short hash that is the same for the same values: the version of a thing as its editor sees it. */
export const versionOf = (values: unknown) =>
  createHash("sha256")
    .update(JSON.stringify(values))
    .digest("base64url")
    .slice(0, 22);
