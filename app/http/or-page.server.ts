import type { api } from "./api.server.ts";
import { contentSecurityPolicy } from "./content-security-policy.server.ts";
import { prefersHtml } from "./request/prefers-html.server.ts";

type Endpoint = ReturnType<typeof api>;

/**
 * Makes an endpoint answer a form that a browser has sent without JavaScript with a page. A client that asks
 * for JSON, or doesn't say what it wants, still gets JSON.
 * @param render makes the page's HTML from the endpoint's status and JSON
 */
export function orPage(
  endpoint: Endpoint,
  render: (status: number, body: unknown) => string,
): Endpoint {
  const answer = async (args: Parameters<Endpoint>[0]) => {
    const response = await endpoint(args);
    if (args.request.method !== "POST" || !prefersHtml(args.request))
      return response;
    const { status } = response;
    const headers = new Headers(response.headers);
    headers.set("Content-Type", "text/html; charset=utf-8");
    headers.set("Content-Security-Policy", contentSecurityPolicy([]));
    headers.set("X-Frame-Options", "DENY");
    headers.set("Cache-Control", "no-store");
    headers.set("Vary", "Accept");
    return new Response(render(status, await response.json()), {
      status,
      headers,
    });
  };
  return Object.assign(answer, { methods: endpoint.methods });
}
