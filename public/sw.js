/** Caches the page of the upload form, so that it opens without a signal. */

const CACHE = "share-your-rock";
const PAGE = "/share-your-rock";

/** Lists the assets that the page names, and its logo. */
const listParts = (html) => [
  ...new Set([
    "/logo.webp",
    ...[...html.matchAll(/\/assets\/[\w.-]+/g)].map(([path]) => path),
  ]),
];

/** Caches a page with its parts, and deletes the parts of the page before. */
async function store(page) {
  const cache = await caches.open(CACHE);
  const parts = listParts(await page.clone().text());
  const missing = [];
  for (const part of parts) if (!(await cache.match(part))) missing.push(part);
  await cache.addAll(missing);
  await cache.put(PAGE, page);
  for (const { url } of await cache.keys())
    if (![PAGE, ...parts].includes(new URL(url).pathname))
      await cache.delete(url);
}

async function openPage(event) {
  try {
    const page = await fetch(event.request);
    if (page.ok) event.waitUntil(store(page.clone()).catch(() => {}));
    return page;
  } catch {
    return (await caches.match(PAGE)) ?? Response.error();
  }
}

const openPart = async (request) =>
  (await caches.match(request.url)) ?? fetch(request);

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(fetch(PAGE).then((page) => (page.ok ? store(page) : null)));
});

self.addEventListener("activate", (event) =>
  event.waitUntil(self.clients.claim()),
);

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate" && pathname === PAGE)
    event.respondWith(openPage(event));
  else if (pathname.startsWith("/assets/") || pathname === "/logo.webp")
    event.respondWith(openPart(request));
});
