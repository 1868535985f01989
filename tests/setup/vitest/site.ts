import { beforeAll, expect, onTestFinished } from "vitest";
import type { QueueSite, startQueueSite } from "../processes/queue.ts";
import type { AnswerTo } from "./given.ts";
import { emptySite } from "../calls/empty-site.ts";
import { setSite, site } from "../current-site.ts";
import { type Site, startSite } from "../processes/site.ts";

/** Tests of a file share a site. Each file has its own, because Vitest loads the modules again for each file. */
export { site };
/** The cookie of an admin's session at that site. */
export let cookie: string;
/** The Redis and the workers of that site, if it has any. */
export let queue: QueueSite;

/** The answer to a refused call. */
export interface Refused {
  error: string;
  fields?: Record<string, string>;
}

/**
 * Sends a request such as `PUT /api/users/7` to that site. A body that isn't a form is sent as JSON. Without headers,
 * the admin sends it.
 */
export const send = (
  request: string,
  body?: unknown,
  headers: Record<string, string> = { cookie },
) => site.send(request, body, headers);

interface Answer<Body> {
  status: number;
  headers: Headers;
  etag: string | null;
  body: Body;
}

/** Sends a request and parses the answer, which has the type that its call is declared with, or the given one. */
export function call<const Request extends string>(
  request: Request,
  ...rest: [body?: unknown, headers?: Record<string, string>]
): Promise<Answer<AnswerTo<Request> & Partial<Refused>>>;
export function call<Body extends object>(
  request: string,
  ...rest: [body?: unknown, headers?: Record<string, string>]
): Promise<Answer<Body>>;
export async function call(...request: Parameters<typeof send>) {
  const answer = await send(...request);
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    etag: answer.headers.get("etag"),
    body: text ? (JSON.parse(text) as unknown) : undefined,
  };
}

/** The status of the answer to a request. */
export const statusOf = async (...request: Parameters<typeof send>) =>
  (await send(...request)).status;

/** Sends these requests as the admin, one after the other, and expects their statuses. */
export async function expectStatuses(
  requests: Iterable<
    readonly [request: string, status: number, body?: unknown]
  >,
  headers?: Record<string, string>,
) {
  for (const [request, status, body] of requests) {
    const answer = await send(request, body, headers);
    await answer.arrayBuffer();
    expect(answer.status, request).toBe(status);
  }
}

/** Asks for an address as a visitor does, and follows nowhere. */
export const get = (address: string, headers: Record<string, string> = {}) =>
  site.fetch(address, { headers, redirect: "manual" });
export const statusAt = async (...request: Parameters<typeof get>) =>
  (await get(...request)).status;
export const textAt = async (...request: Parameters<typeof get>) =>
  (await get(...request)).text();

type SiteOptions = Parameters<typeof startSite>[0];

async function start(options?: SiteOptions) {
  await useSite(await startSite(options));
  return site.stop;
}

/** Has `call` and `send` ask a site that the test has started itself, and signs in there. */
async function useSite(started: Site) {
  setSite(started);
  // Without ADMIN_PASSWORD nobody can sign in before the site is set up.
  cookie = site.adminPassword && (await site.signIn());
}

/** The site with the usual settings, which the files that one process of tests runs share. */
let usual: Site | undefined;

async function shareUsual() {
  // A file before may have ended it.
  if (!usual || !(await usual.fetch("/healthz").catch(() => undefined))) {
    await usual?.stop();
    const env = { UPLOAD_LIMITS: "off", TRUST_PROXY: "true" };
    usual = await startSite({ env });
  }
  await emptySite(usual);
  usual.lines.length = 0;
  await useSite(usual);
}

/**
 * Gives the tests of a file or a `describe` a site, and signs in there. Without options it is the one with the usual
 * settings, no limit of uploads and a proxy before it, emptied. With options it is one of its own, which is stopped after the last test:
 * `{}` is for tests that stop it, or change what outlives them.
 */
export const setUpSite = (options?: SiteOptions) =>
  beforeAll(() => (options ? start(options) : shareUsual()));

/** Changes settings of the site in the browser's way. Returns what takes them back, as `beforeAll` does. */
export async function changeSettings(settings: Record<string, string>) {
  const none = Object.keys(settings).map((name) => [name, null] as const);
  const put = (body: object) =>
    expectStatuses([["PUT /api/settings", 200, body]]);
  await put(settings);
  return async () => {
    // A test may have ended the session.
    cookie = await site.signIn();
    await put(Object.fromEntries(none));
  };
}

/** Starts a site with Redis and workers. */
export const setUpQueueSite = (options: Parameters<typeof startQueueSite>[0]) =>
  beforeAll(async () => {
    // Not at the top, because few files need Redis, and its client takes a while to load.
    const { startQueueSite } = await import("../processes/queue.ts");
    queue = await startQueueSite(options);
    await useSite(queue.site);
    return queue.stop;
  });

/** Starts a site with settings of its own, which `call`, `send` and `get` ask until the test ends. */
export async function useOwnSite(env: Record<string, string> = {}) {
  const before = { site, cookie };
  await useSite(await forThisTest(startSite({ env })));
  onTestFinished(() => {
    setSite(before.site);
    ({ cookie } = before);
  });
  return site;
}

/** Stops a process when the test that starts it ends: `await forThisTest(startSite())`. */
export async function forThisTest<T extends { stop: () => Promise<void> }>(
  starting: Promise<T>,
): Promise<T> {
  const started = await starting;
  onTestFinished(started.stop);
  return started;
}
