import * as v from "valibot";
import { file } from "#app/http/calls/call.ts";
import { DomainError } from "#core/errors.ts";
import { isThere } from "#domain/store/disk.server.ts";
import { renderOriginal } from "#domain/uploads/check-picture.server.ts";
import { sendFile } from "./send-file.server.ts";

export interface Original {
  /** In the store. */
  path: string;
  /** The file name of whoever sent it. */
  name: string;
}

/** What the calls that answer an original have in common. */
export const originalQuery = {
  as: v.pipe(
    v.optional(
      v.picklist(["picture", "file"], "Enter picture or file."),
      "picture",
    ),
    v.description(
      "`picture`: a WebP of at most 2048×2048 that is made of it, with nothing hidden. `file`: the file itself, to keep.",
    ),
  ),
};
export const originalFile = file(["image/webp", "application/octet-stream"]);

const PRIVATE = {
  "Cache-Control": "private, no-store",
  // Opened by itself, it can't run anything.
  "Content-Security-Policy": "default-src 'none'; sandbox",
};

/**
 * Sends an original, which nobody but the admin may see. A picture is always made of it: browsers can't show each kind of
 * original, and nothing that a stranger sent is shown as it came.
 */
export async function sendOriginal(
  request: Request,
  { path, name }: Original,
  as: "picture" | "file",
) {
  if (!isThere(path))
    throw new DomainError("not_found", "The original is not in the store.");
  if (as === "file")
    return sendFile(request, {
      path,
      type: "application/octet-stream",
      ownerOnly: true,
      headers: {
        ...PRIVATE,
        "Content-Disposition": `attachment; filename*=UTF-8''${encodeName(name)}`,
      },
    });
  return new Response(await renderOriginal(path), {
    headers: { ...PRIVATE, "Content-Type": "image/webp" },
  });
}

/** RFC 8187 leaves fewer characters alone than encodeURIComponent does. */
const encodeName = (name: string) =>
  encodeURIComponent(name.replace(/\p{Surrogate}/gu, "\ufffd")).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
