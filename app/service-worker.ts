import {
  keptFinds,
  SEND_QUEUE,
} from "#app/components/share/queue/find-store.ts";
import {
  sendFinds,
  type QueueMessage,
} from "#app/components/share/transport/send-finds.ts";
import type { OpenedPage } from "#app/components/visitor/form-at-hand.ts";

/**
 * Opens pages without a connection, and sends finds with no page open. `vite.config.ts` builds it into one file, /sw.js.
 * docs/decisions/offline.md says which pages it keeps, and which it never does.
 */

/** The types of service workers can't be used beside those of pages. */
interface WorkerEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
  /** Of `fetch`. */
  request: Request;
  respondWith: (response: Promise<Response>) => void;
  /** Of `sync`. */
  tag: string;
  /** Of `message`. */
  data: OpenedPage;
}

const worker = self as unknown as {
  skipWaiting: () => Promise<void>;
  clients: {
    claim: () => Promise<void>;
    matchAll: (of: {
      includeUncontrolled: boolean;
    }) => Promise<{ url: string }[]>;
  };
  addEventListener: (
    name: "install" | "activate" | "fetch" | "message" | "sync",
    listener: (event: WorkerEvent) => void,
  ) => void;
};

const HOME = "/";
/** A QR code's page without a number, for every number. */
const SCANNED = "/qr";
const FORM = "/share-your-rock";
/** The page of every find: only the browser knows which. */
const FINDS = "/finds/";
/** Says that there is no connection. */
const OFFLINE = "/offline";
const KEPT = [HOME, SCANNED, FORM, FINDS, OFFLINE, "/sudc", "/privacy"];
/** Everybody gets the same, with a nonce because they are not in the site's own cache. */
const WITH_NONCE = [FORM, FINDS];

/** Files that a page loads only when they are needed. The build puts them in. */
declare const LATER_PARTS: Record<string, string[]>;

const CACHE = "pages";
/** That of earlier builds, which kept only the form. */
const OLD_CACHE = "share-your-rock";

const keyOf = (pathname: string) => {
  const key = pathname.startsWith(FINDS) ? FINDS : pathname;
  return KEPT.includes(key) ? key : undefined;
};

/** The admin's are among them, which are never kept. The rest are files, and pages without a frame. */
const isPage = (pathname: string) =>
  !/^\/(api|media|share|screen|texts|metrics|healthz)\/|\/screen$|\.[a-z]+$/.test(
    pathname,
  );

const PICTURE = /"(\/(?:logo\.webp|media\/bkg\/)[^"\s]*)"/g;

const listPictures = (html: string) =>
  [...html.matchAll(PICTURE)].map(([, address = ""]) => address);

const listParts = (key: string, html: string) => [
  ...(LATER_PARTS[key] ?? []),
  ...[...html.matchAll(/\/assets\/[\w.-]+/g)].map(([path]) => path),
];

/** Whether a page is the site's own, and for everybody: one for a signed-in admin has a nonce. */
function mayKeep(key: string, { ok, redirected, headers }: Response) {
  const policy = headers.get("Content-Security-Policy");
  return (
    ok &&
    !redirected &&
    policy !== null &&
    (WITH_NONCE.includes(key) || !policy.includes("'nonce-"))
  );
}

/** When pages were kept, by their keys, in the run of this worker. */
const keptAt = new Map<string, number>();
let keeping: Promise<unknown> = Promise.resolve();

/** Keeps a page with its parts, one page after the other, because parts that no page needs are removed. */
const keep = (key: string, page: Response) =>
  (keeping = keeping
    .then(() => (mayKeep(key, page) ? store(key, page) : undefined))
    .catch(() => {}));

async function store(key: string, page: Response) {
  const cache = await caches.open(CACHE);
  const html = await page.clone().text();
  const missing: string[] = [];
  for (const part of new Set(listParts(key, html)))
    if (!(await cache.match(part))) missing.push(part);
  await cache.addAll(missing);
  for (const picture of listPictures(html))
    if (!(await cache.match(picture))) await keepPicture(cache, picture);
  await cache.put(key, page);
  keptAt.set(key, Date.now());
  await removeUnneeded(cache);
}

/** Only what the page has shown, because a phone needs one of a picture's sizes. */
async function keepPicture(cache: Cache, address: string) {
  try {
    const picture = await fetch(address, {
      cache: "only-if-cached",
      mode: "same-origin",
    });
    if (picture.ok) await cache.put(address, picture);
  } catch {
    // It is drawn as a plain surface.
  }
}

async function removeUnneeded(cache: Cache) {
  const needed = new Set(KEPT);
  for (const key of KEPT) {
    const html = (await (await cache.match(key))?.text()) ?? "";
    if (html === "") continue;
    for (const part of [...listParts(key, html), ...listPictures(html)])
      needed.add(part);
  }
  for (const request of await cache.keys()) {
    const { pathname, search } = new URL(request.url);
    if (!needed.has(pathname + search)) await cache.delete(request);
  }
}

/** Milliseconds. What was kept while a page was opened is new enough for it. */
const FRESH_MS = 10_000;

/** Keeps what these pages need without a connection, and again what is kept in another language than this. */
async function keepFor(pathnames: string[], language?: string) {
  const opened = pathnames.flatMap((pathname) => keyOf(pathname) ?? []);
  // Whoever has scanned a rock wants to share it.
  if (opened.includes(SCANNED)) opened.push(FORM);
  for (const key of KEPT) {
    const kept = await match(key);
    const isOther =
      kept !== undefined &&
      (language === undefined ||
        !(await kept.text()).includes(`<html lang="${language}"`));
    const isWanted = [HOME, OFFLINE].includes(key) && kept === undefined;
    const isFresh = Date.now() - (keptAt.get(key) ?? 0) < FRESH_MS;
    if (isOther || isWanted || (opened.includes(key) && !isFresh))
      await fetch(key === FINDS ? `${FINDS}any` : key).then(
        (page) => keep(key, page),
        () => {},
      );
  }
}

const match = async (address: string) =>
  (await caches.open(CACHE)).match(address);

async function openPage(event: WorkerEvent) {
  const { pathname, search } = new URL(event.request.url);
  const key = keyOf(pathname);
  try {
    const page = await fetch(event.request);
    // A rock's greeting is for its own number alone.
    if (key && !(key === SCANNED && search))
      event.waitUntil(keep(key, page.clone()));
    return page;
  } catch {
    const kept = key && (await match(key));
    if (kept) return kept;
    const offline = await match(OFFLINE);
    if (!offline) return Response.error();
    const { headers } = offline;
    return new Response(await offline.blob(), { status: 503, headers });
  }
}

const openPart = async ({ request }: WorkerEvent) =>
  (await match(request.url)) ?? fetch(request);

/** In place of a picture that isn't there, as the browser would draw a torn one. */
const NO_PICTURE = '<svg xmlns="http://www.w3.org/2000/svg"/>';

const openPicture = ({ request }: WorkerEvent) =>
  fetch(request).catch(
    async () =>
      (await match(request.url)) ??
      new Response(NO_PICTURE, {
        headers: { "Content-Type": "image/svg+xml" },
      }),
  );

worker.addEventListener("install", (event) => {
  void worker.skipWaiting();
  event.waitUntil(
    worker.clients
      .matchAll({ includeUncontrolled: true })
      // Without a language, all that an earlier build kept is kept again.
      .then((open) => keepFor(open.map(({ url }) => new URL(url).pathname))),
  );
});

worker.addEventListener("activate", (event) =>
  event.waitUntil(
    Promise.all([worker.clients.claim(), caches.delete(OLD_CACHE)]),
  ),
);

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") {
    if (isPage(pathname)) event.respondWith(openPage(event));
  } else if (pathname.startsWith("/assets/"))
    event.respondWith(openPart(event));
  else if (request.destination === "image" && !navigator.onLine)
    event.respondWith(openPicture(event));
});

worker.addEventListener("message", (event) => {
  const { pathname, language } = event.data;
  event.waitUntil(keepFor([pathname], language));
});

worker.addEventListener("sync", (event) => {
  if (event.tag === "send-finds") event.waitUntil(sendWithoutPage());
});

/** Milliseconds. Three tries in a row, because a network may refuse a method rather than the link be cut. */
const PAUSE_MS_MAX = 1_200;

/** @throws if something is left to send; then the browser asks again later, and knows better when than we do */
async function sendWithoutPage() {
  const channel = new BroadcastChannel(SEND_QUEUE);
  const stop = new AbortController();
  await navigator.locks
    .request(SEND_QUEUE, { ifAvailable: true }, async (lock) => {
      if (!lock) throw new Error("A page is sending.");
      await sendFinds({
        store: keptFinds,
        signal: stop.signal,
        report: (status) =>
          channel.postMessage({ status } satisfies QueueMessage),
        pause: async (ms) => {
          if (ms > PAUSE_MS_MAX) throw new Error("The link is down.");
          return new Promise((resolve) => setTimeout(resolve, ms, false));
        },
      });
    })
    .finally(() => stop.abort());
}
