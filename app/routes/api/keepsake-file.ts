import { admin, api } from "#app/http/api.server.ts";
import { requireConfirmed } from "#app/http/admin-session.server.ts";
import { sendFile } from "#app/http/files/send-file.server.ts";
import { DomainError } from "#domain/core/errors.ts";
import { findKeepsake } from "#domain/operations/keepsake/keepsakes.server.ts";

/** Sends a finished keepsake. */
export const loader = api({
  GET: admin(async ({ request, params }) => {
    const found = await findKeepsake(params.file ?? "");
    if (!found)
      throw new DomainError("not_found", "There is no such keepsake.");
    if (found.form === "private") await requireConfirmed(request);
    return sendFile(request, {
      path: found.path,
      headers: {
        "Content-Disposition": `attachment; filename="${found.name}"`,
      },
      ownerOnly: true,
    });
  }),
});

export const action = loader;
