import type { LoaderFunctionArgs } from "@remix-run/node";
import { textsOfPublicPage } from "#app/http/page-texts.server.ts";

/** Answers with a public page's texts in a language. The address has the texts' version. */
export function loader({ params }: LoaderFunctionArgs) {
  const { language = "", page = "" } = params;
  const texts = textsOfPublicPage(language, page);
  if (!texts) return new Response("Not found", { status: 404 });
  return Response.json(texts, {
    headers: { "Cache-Control": "public, max-age=31536000, immutable" },
  });
}
