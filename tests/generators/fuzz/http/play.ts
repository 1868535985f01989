import fc from "fast-check";
import { anyFile, anyRoute } from "./addresses.ts";
import { callOf, type Call } from "./calls.ts";
import { hold } from "../hold.ts";
import {
  closeFuzzedSite,
  openFuzzedSite,
  type FuzzedSite,
} from "./fuzzed-site.ts";
import { anyLong, anyLongBody } from "./long.ts";
import { formOf } from "./multipart.ts";
import { playSockets } from "./sockets.ts";
import { playUploads } from "./tus.ts";

/** What one round tries, one after the other. */
export const PARTS: Record<
  string,
  (site: FuzzedSite, seed: number) => Promise<void>
> = {
  calls: (site, seed) => tryAll(site, "the calls", anyCall(site), seed, 260),
  forms: (site, seed) => tryAll(site, "the forms", anyForm(site), seed, 40),
  pages: (site, seed) => tryAll(site, "the pages", anyRoute, seed, 120),
  files: (site, seed) => tryAll(site, "the files", anyFile, seed, 90),
  long: (site, seed) => tryAll(site, "the long requests", anyLong, seed, 90),
  bodies: (site, seed) =>
    tryAll(
      site,
      "the long bodies",
      anyLongBody([...listOperations(site)]),
      seed,
      60,
    ),
  uploads: (site, seed) => playUploads(site, seed, 12),
  sockets: (site, seed) => playSockets(site, seed, 3),
};

/**
 * One round of hostile requests against the built site. The site stays for the next round, until `closeFuzzedSite`, but
 * not after a fault.
 * @throws {Error} that names the seed, the shortest request that shows the fault, and what is wrong
 */
export async function playFuzzedRequests(seed: number) {
  const site = await openFuzzedSite();
  try {
    for (const play of Object.values(PARTS)) await play(site, seed);
    await site.checkWhole(`Seed ${seed} of the hostile requests`);
  } catch (error) {
    await closeFuzzedSite();
    throw error;
  }
}

const tryAll = (
  site: FuzzedSite,
  what: string,
  requests: fc.Arbitrary<(site: FuzzedSite) => Call>,
  seed: number,
  numRuns: number,
) =>
  hold(what, seed, numRuns, requests, (make) => {
    const { sent, as } = make(site);
    return site.tryRequest(sent, as);
  });

function* listOperations({ paths }: FuzzedSite) {
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods))
      yield { path, method, operation };
}

const anyCall = (site: FuzzedSite) =>
  fc.oneof(
    ...[...listOperations(site)].map(({ path, method, operation }) =>
      callOf(path, method, operation),
    ),
  );

const anyForm = (site: FuzzedSite) =>
  fc.oneof(
    ...[...listOperations(site)].flatMap(({ path, method, operation }) => {
      const form = operation.requestBody?.content["multipart/form-data"];
      return form?.schema ? [formOf(path, method, form.schema)] : [];
    }),
  );
