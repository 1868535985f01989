import type { LoaderFunctionArgs } from "@remix-run/node";
import { isSpoken } from "#core/languages/languages.server.ts";
import type { SiteNames } from "#domain/site/answers.ts";
import { siteNames } from "#domain/site/site-texts.server.ts";
import { contentSecurityPolicy } from "./content-security-policy.server.ts";
import { readForm } from "./request/body.server.ts";
import { languageOf } from "./request/language.server.ts";
import { prefersHtml } from "./request/headers.ts";

interface FallbackPage {
  method: "GET" | "POST";
  /** In small letters and without a slash at its end. */
  path: RegExp;
  /** Whether the page has the form again. It then has text fields only. */
  hasForm?: true;
  render: (
    status: number,
    body: unknown,
    asked: {
      /** Of the form, if it says so. */
      language: string;
      site: SiteNames;
      address: string;
      fields: Record<string, unknown>;
    },
  ) => string;
}

/** Answers browsers with pages that work without JavaScript, and all others as before. */
export function orPage(
  answer: (args: LoaderFunctionArgs) => Promise<Response> | Response,
  pages: FallbackPage[],
) {
  return async (args: LoaderFunctionArgs) => {
    const { request } = args;
    const { pathname } = new URL(request.url);
    const address = pathname.replace(/\/$/, "").toLowerCase();
    const page =
      prefersHtml(request) &&
      pages.find(
        ({ method, path }) => method === request.method && path.test(address),
      );
    if (!page) return answer(args);
    const copy = page.hasForm && request.clone();
    const response = await answer(args);
    const form = copy && (await readForm(copy).catch(() => undefined));
    const { status } = response;
    const headers = new Headers(response.headers);
    headers.set("Content-Type", "text/html; charset=utf-8");
    headers.set("Content-Security-Policy", contentSecurityPolicy([]));
    headers.set("X-Frame-Options", "DENY");
    headers.set("Cache-Control", "no-store");
    headers.set("Vary", "Accept, Accept-Language, Cookie");
    const body: unknown = response.body && (await response.json());
    const fields = Object.fromEntries(form ?? []);
    const language = isSpoken(fields.lang) ? fields.lang : languageOf(request);
    const site = siteNames(language);
    const html = page.render(status, body, { language, site, address, fields });
    return new Response(html, { status, headers });
  };
}
