import { Readable } from "node:stream";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { admin, api } from "#app/http/api.server.ts";
import { DomainError } from "#domain/errors.ts";
import { findExport } from "#domain/exports.server.ts";

export const loader = api({
  GET: admin(({ request, params }) => {
    const file = params.file ?? "";
    const found = findExport(file);
    if (!found)
      throw new DomainError("not_found", "There is no such file to export.");
    const body =
      request.method === "HEAD"
        ? null
        : createReadableStreamFromReadable(Readable.from(found.text));
    return new Response(body, {
      headers: {
        "Content-Type": found.type,
        "Content-Disposition": `attachment; filename="${file}"`,
      },
    });
  }),
});

export const action = loader;
