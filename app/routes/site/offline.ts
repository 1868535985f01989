import { createHash } from "node:crypto";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { renderOffline } from "#app/components/share/plain-answers.server.tsx";
import { contentSecurityPolicy } from "#app/http/content-security-policy.server.ts";
import { languageOf } from "#app/http/request/language.server.ts";
import { siteNames } from "#domain/site/site-texts.server.ts";

/** The page that service workers keep for when there is no connection. No page links here. */
export function loader({ request }: LoaderFunctionArgs) {
  const language = languageOf(request);
  const { html, script } = renderOffline({
    language,
    site: siteNames(language),
  });
  const hash = createHash("sha256").update(script).digest("base64");
  return new Response(html, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": contentSecurityPolicy([`'sha256-${hash}'`]),
      "X-Frame-Options": "DENY",
      "Cache-Control": "no-cache",
      Vary: "Accept-Language, Cookie",
    },
  });
}
