import { api } from "#app/http/api.server.ts";
import { getPicture } from "#app/http/files/public-pictures.server.ts";
import { sendFile } from "#app/http/files/send-file.server.ts";
import { DomainError } from "#domain/core/errors.ts";
import { getFindOfFinder } from "#domain/finds/finder-access.server.ts";

/** The key is sent in a header, so that no log holds it. */
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
      getPicture(`rocks/${find.rock_number}/${uuid}/${kind}/${image}`);
    if (!picture)
      throw new DomainError("not_found", "This picture isn't ready yet.");
    return sendFile(request, {
      ...picture,
      headers: { "Cache-Control": "private, no-store" },
    });
  },
});

export const action = loader;
