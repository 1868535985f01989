import {
  keptFinds,
  SEND_QUEUE,
} from "#app/components/share/queue/find-store.ts";
import {
  sendFinds,
  type QueueMessage,
} from "#app/components/share/transport/send-finds.ts";

/** Opens the form without a signal, and sends finds with no page open. `vite.config.ts` builds it into one file, /sw.js. */

/** The types of service workers can't be used beside those of pages. */
interface WorkerEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
  /** Of `fetch`. */
  request: Request;
  respondWith: (response: Promise<Response>) => void;
  /** Of `sync`. */
  tag: string;
  /** Of `message`. */
  data: { language: string };
}

const worker = self as unknown as {
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
  addEventListener: (
    name: "install" | "activate" | "fetch" | "message" | "sync",
    listener: (event: WorkerEvent) => void,
  ) => void;
};

/** Files that the page loads only when they are needed. The build puts them in. */
declare const LATER_PARTS: string[];

const CACHE = "share-your-rock";
const PAGE = "/share-your-rock";
const LOGO = "/logo.webp";

const listParts = (html: string) => [
  ...new Set([
    LOGO,
    ...LATER_PARTS,
    ...[...html.matchAll(/\/assets\/[\w.-]+/g)].map(([path]) => path),
  ]),
];

/** Caches a page with its parts, and deletes the parts of the page before. */
async function store(page: Response) {
  const cache = await caches.open(CACHE);
  const parts = listParts(await page.clone().text());
  const missing: string[] = [];
  for (const part of parts) if (!(await cache.match(part))) missing.push(part);
  await cache.addAll(missing);
  await cache.put(PAGE, page);
  for (const { url } of await cache.keys())
    if (![PAGE, ...parts].includes(new URL(url).pathname))
      await cache.delete(url);
}

async function openPage(event: WorkerEvent) {
  try {
    const page = await fetch(event.request);
    if (page.ok) event.waitUntil(store(page.clone()).catch(() => {}));
    return page;
  } catch {
    return (await caches.match(PAGE)) ?? Response.error();
  }
}

/** Caches the page again if the visitor reads in another language by now. */
async function keepIn(language: string) {
  const kept = await caches.match(PAGE);
  if (!kept || (await kept.text()).includes(`<html lang="${language}"`)) return;
  const page = await fetch(PAGE);
  if (page.ok) await store(page);
}

const openPart = async ({ request }: WorkerEvent) =>
  (await caches.match(request.url)) ?? fetch(request);

worker.addEventListener("install", (event) => {
  void worker.skipWaiting();
  event.waitUntil(fetch(PAGE).then((page) => (page.ok ? store(page) : null)));
});

worker.addEventListener("activate", (event) =>
  event.waitUntil(worker.clients.claim()),
);

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" && pathname === PAGE)
    event.respondWith(openPage(event));
  else if (pathname.startsWith("/assets/") || pathname === LOGO)
    event.respondWith(openPart(event));
});

worker.addEventListener("message", (event) =>
  event.waitUntil(keepIn(event.data.language).catch(() => {})),
);

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
