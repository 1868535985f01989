import type { LoaderFunctionArgs } from "@remix-run/node";
import { isAdmin } from "#app/http/admin-session.server.ts";
import { sendFile } from "#app/http/send-file.server.ts";
import { accessTo } from "#domain/media-access.server.ts";
import { parseMediaPath } from "#domain/media-store.server.ts";

const HIDDEN = { "Cache-Control": "private, no-store", Vary: "Cookie" };

/** Pictures out of the store. Hiding takes effect at once, so every copy is asked after again. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const file = parseMediaPath(params["*"] ?? "");
  if (!file) return new Response("Not found", { status: 404 });
  if (file.of === "site") return sendFile(request, file.path, { "Cache-Control": "public, max-age=3600" }, true);
  const { access, path } = accessTo(file);
  if (access === "everyone") return sendFile(request, path, { "Cache-Control": "no-cache", Vary: "Cookie" });
  if (access === "admin" && (await isAdmin(request))) return sendFile(request, path, HIDDEN);
  return new Response("Not found", { status: 404, headers: HIDDEN });
}
