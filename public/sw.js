/** Keeps the page of the upload form, so that it opens where there is no signal. */

const KEPT = "share-your-rock";
const PAGE = "/share-your-rock";

/** What the page itself names, and its logo. */
const partsOf = (html) => [
  ...new Set([
    "/logo.webp",
    ...[...html.matchAll(/\/assets\/[\w.-]+/g)].map(([path]) => path),
  ]),
];

/** Keeps a page with all its parts, and forgets those of the page before. */
async function keep(page) {
  const cache = await caches.open(KEPT);
  const parts = partsOf(await page.clone().text());
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
    if (page.ok) event.waitUntil(keep(page.clone()).catch(() => {}));
    return page;
  } catch {
    return (await caches.match(PAGE)) ?? Response.error();
  }
}

const openPart = async (request) =>
  (await caches.match(request.url)) ?? fetch(request);

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(fetch(PAGE).then((page) => (page.ok ? keep(page) : null)));
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
