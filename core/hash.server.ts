import { createHash } from "node:crypto";

/** SHA-256 in hex. */
export const hashOf = (text: string) =>
  createHash("sha256").update(text).digest("hex");
