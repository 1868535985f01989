import type { LoaderFunctionArgs } from "@remix-run/node";
import { sendFile } from "#app/http/files/send-file.server.ts";
import {
  describeShare,
  findNewestPhoto,
  isDrawn,
} from "#domain/rocks/share-pictures.server.ts";
import { imageAddress } from "#domain/store/media-addresses.ts";

/** What is shown where a rock's page is shared: as it is now, whatever version was asked for. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const [, number] = /^(0|[1-9]\d{0,5})\.jpg$/.exec(params.file ?? "") ?? [];
  const share =
    number === undefined ? undefined : describeShare(Number(number));
  if (!share) return new Response("Not found", { status: 404 });
  if (await isDrawn(share))
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
