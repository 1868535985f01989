import { admin, api, stream } from "#app/http/api.server.ts";
import { requireConfirmed } from "#app/http/admin-session.server.ts";
import { DomainError } from "#domain/core/errors.ts";
import { findExport } from "#domain/operations/exports.server.ts";

export const loader = api({
  GET: admin(async ({ request, params }) => {
    const file = params.file ?? "";
    const found = findExport(file);
    if (!found)
      throw new DomainError("not_found", "There is no such file to export.");
    if (found.isPersonal) await requireConfirmed(request);
    return stream(request, found.text, {
      "Content-Type": found.type,
      "Content-Disposition": `attachment; filename="${file}"`,
    });
  }),
});

export const action = loader;
