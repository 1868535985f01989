import { api, requireValid } from "#app/http/api.server.ts";
import { sendFile } from "#app/http/files/send-file.server.ts";
import { review } from "#app/http/review-access.server.ts";
import { DomainError } from "#domain/core/errors.ts";
import { getReviewPicture } from "#domain/review/review-pictures.server.ts";
import { PictureSize } from "#domain/review/schemas.ts";

/** The key is sent in a header, so that no log holds it. */
export const loader = api({
  GET: review(({ request, params }, scope) => {
    const { uuid = "", imageName = "" } = params;
    const query = Object.fromEntries(new URL(request.url).searchParams);
    const { size } = requireValid(PictureSize, query);
    const path = getReviewPicture(scope, uuid, imageName, size);
    if (path === undefined)
      throw new DomainError("not_found", "There is no such picture.");
    return sendFile(request, { path, headers: {} });
  }),
});

export const action = loader;
