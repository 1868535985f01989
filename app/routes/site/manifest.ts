import type { LoaderFunctionArgs } from "@remix-run/node";
import { languageOf } from "#app/http/request/language.server.ts";
import { siteNames } from "#domain/site/site-texts.server.ts";

const PAPER = "#faf8f4";

export function loader({ request }: LoaderFunctionArgs) {
  const { site_name } = siteNames(languageOf(request));
  return Response.json(
    {
      id: "/",
      name: site_name,
      short_name: site_name,
      start_url: "/",
      display: "minimal-ui",
      background_color: PAPER,
      theme_color: PAPER,
      icons: [192, 512].map((size) => ({
        src: `/icon-${size}.png`,
        sizes: `${size}x${size}`,
        type: "image/png",
      })),
    },
    {
      headers: {
        "Content-Type": "application/manifest+json",
        Vary: "Accept-Language, Cookie",
      },
    },
  );
}
