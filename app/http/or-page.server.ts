import type { api } from "./api.server.ts";
import { contentSecurityPolicy } from "./content-security-policy.server.ts";

type Endpoint = ReturnType<typeof api>;

/**
 * An endpoint that answers a browser's own form with a page instead of JSON. A client that asks for JSON,
 * or doesn't say what it wants, still gets JSON.
 * @param render gives the page's HTML, of the status and the JSON that the endpoint answered with
 */
export function orPage(
  endpoint: Endpoint,
  render: (status: number, body: unknown) => string,
): Endpoint {
  const answer = async (args: Parameters<Endpoint>[0]) => {
    const response = await endpoint(args);
    if (!wantsPage(args.request)) return response;
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

function wantsPage({ method, headers }: Request) {
  const accept = headers.get("accept") ?? "";
  return (
    method === "POST" &&
    accept.includes("text/html") &&
    !accept.includes("application/json")
  );
}
