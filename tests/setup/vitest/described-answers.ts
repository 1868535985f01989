import { afterEach, expect } from "vitest";

/** Checks every answer of the API that a test gets against its description in `/api/openapi.json`. */

/** A form that is sent without JavaScript gets a page. */
const isPage = (answer: Response, init?: RequestInit) =>
  new Headers(init?.headers).get("accept")?.startsWith("text/html") &&
  answer.headers.get("content-type")?.startsWith("text/html");

/** The method that the request has, or the one that its POST stands for. */
const methodOf = ({ method = "GET", headers }: RequestInit = {}) =>
  (method === "POST" && new Headers(headers).get("x-http-method-override")) ||
  method;

/** Leaves out addresses that end in `.data`, which is Remix's way to load data. */
const isOfApi = ({ hostname, pathname }: URL) =>
  hostname === "127.0.0.1" &&
  /^\/(api\/|healthz$)/.test(pathname) &&
  !pathname.endsWith(".data");

declare global {
  /** Node's own. Files of tests that share a process all come here, and check answers once. */
  var plainFetch: typeof fetch | undefined;
}

const breaches: string[] = [];
const plainFetch = (globalThis.plainFetch ??= globalThis.fetch);
globalThis.fetch = async (input, init) => {
  const answer = await plainFetch(input, init);
  const url = new URL(input instanceof Request ? input.url : input);
  const method = methodOf(init);
  if (
    isOfApi(url) &&
    method !== "HEAD" &&
    answer.status !== 304 &&
    !isPage(answer, init)
  ) {
    const isEvents = answer.headers.get("content-type") === "text/event-stream";
    // Not at the top, because it takes a quarter of a second and many files never call the API.
    const { findBreach } = await import("./breach.ts");
    const breach = await findBreach(
      method,
      url.pathname,
      isEvents ? new Response(null, answer) : answer.clone(),
    );
    if (breach) breaches.push(breach);
  }
  return answer;
};

afterEach(() => {
  expect(breaches.splice(0), "answers against their description").toEqual([]);
});
