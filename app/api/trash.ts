import { admin, file, pageOf } from "#app/http/calls/call.ts";
import { sendFile } from "#app/http/files/send-file.server.ts";
import { Restored, Trashed } from "#domain/trash/answers.ts";
import {
  listTrash,
  requireTrashedPicture,
  kinds,
  restore,
} from "#domain/trash/trash.server.ts";
import { deleteForGood } from "#domain/store/discard.server.ts";
import { TrashKindChoice } from "#domain/trash/schemas.ts";
import * as v from "valibot";

export const trash = {
  ...admin("GET /api/trash", {
    summary: "What is in the trash, newest first",
    query: {
      kind: v.pipe(
        v.optional(TrashKindChoice),
        v.description("Only this kind."),
      ),
    },
    gives: pageOf(Trashed),
    run: ({ list, query }) => listTrash({ ...list, ...query }),
  }),
  ...admin("DELETE /api/trash/:trashKey", {
    summary: "Removes a thing from the trash for good",
    run: ({ params }) => deleteForGood(kinds, params.trashKey),
  }),
  ...admin("POST /api/trash/:trashKey/restore", {
    summary: "Brings a thing back as it was",
    gives: Restored,
    run: ({ params }) => restore(params.trashKey),
  }),
  ...admin("GET /api/trash/:trashKey/picture", {
    summary: "A small picture of a thing in the trash",
    gives: file(["image/webp"], "in ranges"),
    run: ({ request, params }) =>
      sendFile(request, {
        path: requireTrashedPicture(params.trashKey),
        headers: { "Cache-Control": "private, no-store" },
      }),
  }),
};
