import type { LoaderFunctionArgs } from "@remix-run/node";
import { sendFile } from "#app/http/files/send-file.server.ts";
import { languageInAddress } from "#app/http/request/language.server.ts";
import {
  describeShare,
  drawIfMissing,
  findNewestPhoto,
} from "#domain/pictures/share-pictures.server.ts";
import { imageAddress } from "#domain/store/media-addresses.ts";

/** In its current version, even if the address names another. Until it is drawn: the rock's newest photograph. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const [, number] = /^(0|[1-9]\d{0,5})\.jpg$/.exec(params.file ?? "") ?? [];
  const share =
    number === undefined
      ? undefined
      : describeShare(Number(number), languageInAddress(request.url));
  if (!share) return new Response("Not found", { status: 404 });
  if (await drawIfMissing(share))
    return sendFile(request, {
      path: share.output,
      headers: { "Cache-Control": "no-cache" },
    });
  const photo = findNewestPhoto(Number(number));
  return new Response(null, {
    status: 302,
    headers: {
      "Cache-Control": "no-store",
      Location: photo
        ? imageAddress(
            { rock_number: Number(number), uuid: photo.uuid },
            photo.current_name,
          )
        : "/share.jpg",
    },
  });
}
