import { getSettings } from "#domain/core/settings.server.ts";

const PRIVATE = ["/admin", "/api/", "/finds/", "/login", "/qr"];

export function loader() {
  const lines = [
    "User-agent: *",
    ...PRIVATE.map((path) => `Disallow: ${path}`),
    `Sitemap: ${getSettings().PUBLIC_URL}/sitemap.xml`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
}
