import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { contentSecurityPolicy } from "./content-security-policy.server.ts";
import { prefersHtml } from "./request/prefers-html.server.ts";

type Args = LoaderFunctionArgs | ActionFunctionArgs;

/**
 * Answers a form that a browser has sent to a path without JavaScript with a page. A client that asks for JSON, or
 * doesn't say what it wants, still gets JSON.
 * @param render makes the page's HTML from the answer's status and JSON
 */
export function orPage(
  answer: (args: Args) => Promise<Response> | Response,
  path: string,
  render: (status: number, body: unknown) => string,
) {
  const isForm = ({ method, url }: Request) =>
    method === "POST" &&
    new URL(url).pathname.replace(/\/+$/, "").toLowerCase() === path;
  return async (args: Args) => {
    const response = await answer(args);
    if (!isForm(args.request) || !prefersHtml(args.request)) return response;
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
}
