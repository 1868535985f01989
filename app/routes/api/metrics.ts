import { createHash, timingSafeEqual } from "node:crypto";
import { api } from "#app/http/api.server.ts";
import { DomainError } from "#core/errors.ts";
import { readMetrics } from "#domain/health/read-metrics.server.ts";
import { getSettings } from "#core/settings.server.ts";

const hashOf = (text: string) => createHash("sha256").update(text).digest();

export const loader = api({
  GET: async ({ request }) => {
    const { METRICS_TOKEN } = getSettings();
    if (!METRICS_TOKEN)
      throw new DomainError("not_found", "There is no such address.");
    const given = request.headers.get("authorization") ?? "";
    if (!timingSafeEqual(hashOf(given), hashOf(`Bearer ${METRICS_TOKEN}`)))
      throw new DomainError(
        "unauthorized",
        "This address asks for its token: Authorization: Bearer …",
      );
    return new Response(await readMetrics(), {
      headers: {
        "Content-Type": "text/plain; version=0.0.4; charset=utf-8",
        "Cache-Control": "no-store",
      },
    });
  },
});

export const action = loader;
