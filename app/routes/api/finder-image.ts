import { api } from "#app/http/api.server.ts";
import { findPicture } from "#app/http/files/public-pictures.server.ts";
import { sendFile } from "#app/http/files/send-file.server.ts";
import { DomainError } from "#domain/core/errors.ts";
import { getFindOfFinder } from "#domain/finds/finder-access.server.ts";

/** The key comes in a header, so that no log has it. */
export const loader = api({
  GET: ({ request, params }) => {
    const { uuid = "", kind, image } = params;
    const [, key = ""] =
      /^Bearer (\S+)$/.exec(request.headers.get("authorization") ?? "") ?? [];
    const find = getFindOfFinder(uuid, key);
    const isReady = find.images.some(
      ({ name, ready }) => ready && `${name}.webp` === image,
    );
    const picture =
      isReady &&
      findPicture(`rocks/${find.rock_number}/${uuid}/${kind}/${image}`);
    if (!picture)
      throw new DomainError("not_found", "This picture isn't ready yet.");
    return sendFile(request, {
      ...picture,
      headers: { "Cache-Control": "private, no-store" },
    });
  },
});

export const action = loader;
