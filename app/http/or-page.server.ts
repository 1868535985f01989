import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { contentSecurityPolicy } from "./content-security-policy.server.ts";
import { prefersHtml } from "./request/prefers-html.server.ts";

type Args = LoaderFunctionArgs | ActionFunctionArgs;

interface Page {
  /** Where the form is sent to, in small letters and without a slash at its end. */
  path: RegExp;
  /** Makes the page's HTML from the answer's status and JSON. */
  render: (status: number, body: unknown) => string;
}

/**
 * Answers a form that a browser has sent without JavaScript with a page. A client that asks for JSON, or doesn't say
 * what it wants, still gets JSON.
 */
export function orPage(
  answer: (args: Args) => Promise<Response> | Response,
  pages: Page[],
) {
  const pageOf = (request: Request) => {
    if (request.method !== "POST" || !prefersHtml(request)) return undefined;
    const { pathname } = new URL(request.url);
    const address = pathname.replace(/\/+$/, "").toLowerCase();
    return pages.find(({ path }) => path.test(address));
  };
  return async (args: Args) => {
    const response = await answer(args);
    const page = pageOf(args.request);
    if (!page) return response;
    const { status } = response;
    const headers = new Headers(response.headers);
    headers.set("Content-Type", "text/html; charset=utf-8");
    headers.set("Content-Security-Policy", contentSecurityPolicy([]));
    headers.set("X-Frame-Options", "DENY");
    headers.set("Cache-Control", "no-store");
    headers.set("Vary", "Accept");
    const body: unknown = response.body && (await response.json());
    return new Response(page.render(status, body), { status, headers });
  };
}
