import type { LoaderFunctionArgs } from "@remix-run/node";
import { isAdmin } from "#app/http/admin-session.server.ts";
import { getPicture } from "#app/http/files/public-pictures.server.ts";
import { sendFile } from "#app/http/files/send-file.server.ts";
import { MEDIA } from "#domain/store/media-addresses.ts";

/** Answers with a picture of the store. Most public pictures are answered before Remix and never get here. */
export async function loader({ request }: LoaderFunctionArgs) {
  // Not from the route's parameter, because Remix decodes `%252F` twice.
  const { pathname } = new URL(request.url);
  const picture = getPicture(pathname.slice(MEDIA.length));
  const isAllowed =
    picture?.access === "everyone" ||
    (picture?.access === "admin" && (await isAdmin(request)));
  if (isAllowed) return sendFile(request, picture);
  return new Response("Not found", {
    status: 404,
    headers: picture?.headers ?? {},
  });
}
