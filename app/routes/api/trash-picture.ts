import { admin, api, requireKey } from "#app/http/api.server.ts";
import { sendFile } from "#app/http/files/send-file.server.ts";
import { requireTrashedPicture } from "#domain/trash/read-trash.server.ts";

export const loader = api({
  GET: admin(({ request, params }) =>
    sendFile(request, {
      path: requireTrashedPicture(requireKey(params.trashKey)),
      headers: { "Cache-Control": "private, no-store" },
    }),
  ),
});

export const action = loader;
