import { api } from "#app/http/api.server.ts";
import { isAddress, PAGES } from "#app/pages.ts";
import { readInThread } from "#domain/large-reads/read-in-thread.server.ts";

const OWN = PAGES.filter((page) => page.sitemap && isAddress(page)).map(
  ({ path }) => path,
);

export const loader = api({
  GET: async ({ params: { part } }) => {
    const number = part === undefined ? undefined : readPart(part);
    const body =
      number === 0 ? undefined : await readInThread("sitemap", OWN, number);
    return body
      ? new Response(body, {
          headers: { "Content-Type": "application/xml; charset=utf-8" },
        })
      : new Response("Not found", { status: 404 });
  },
});

/** The number in a part's name; 0 for a name that no part has. */
const readPart = (name: string) =>
  Number(/^([1-9]\d{0,3})\.xml$/.exec(name)?.[1] ?? 0);
