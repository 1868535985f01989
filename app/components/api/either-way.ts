import { keepStored, readStored } from "#app/components/visitor/stored.ts";
import { timeout } from "./timeout.ts";

/** Some networks refuse PUT, PATCH and DELETE, so a POST with a header does the same: docs/decisions/calls.md. */
const REFUSABLE = ["PUT", "PATCH", "DELETE"];
/** In a row, after which the other way is tried. */
export const REFUSALS_MAX = 3;
const STORED = "post-only";
const HERE_MS = 9_000;

let refusals = 0;
/** Kept for the browser's session; in a service worker for as long as it runs. */
let isPostOnly = readStored("sessionStorage", STORED) === "true";

export type ApiRequest = Omit<RequestInit, "headers"> & {
  headers?: Record<string, string>;
};
type Send = (address: string, request: ApiRequest) => Promise<Response>;

export const isRefusable = ({ method = "GET" }: ApiRequest) =>
  REFUSABLE.includes(method);

/**
 * Whether the site itself answers a call. A proxy may refuse it, and a hotel's network may put a page in place of the
 * answer, with any status. Every answer of the site has an id, unless a proxy takes it off.
 */
export function isFromSite({ status, headers, redirected }: Response) {
  const type = headers.get("Content-Type") ?? "";
  if (redirected || type.includes("html")) return false;
  if (headers.has("X-Request-Id") || headers.has("Tus-Resumable")) return true;
  return type === ""
    ? status < 400
    : type.includes("json") && ![403, 405, 501].includes(status);
}

/** Sends a request, by POST where the network refuses its method. @param by sends it in place of `fetch` */
export async function fetchEitherWay(
  address: string,
  request: ApiRequest,
  by: Send = fetch,
) {
  const { method = "GET", headers, signal } = request;
  const isByPost = isRefusable(request) && isPostOnly;
  let isAnswered = false;
  try {
    const answer = await by(
      address,
      isByPost
        ? {
            ...request,
            method: "POST",
            headers: { ...headers, "X-HTTP-Method-Override": method },
          }
        : request,
    );
    isAnswered = isFromSite(answer);
    return answer;
  } finally {
    if (!signal?.aborted) note(isRefusable(request), isAnswered);
  }
}

function note(canBeRefused: boolean, isAnswered: boolean) {
  // Answers to other methods say nothing of it. If even those fail, it is the link.
  if (!canBeRefused && isAnswered) return;
  refusals = canBeRefused && !isAnswered ? refusals + 1 : 0;
  if (refusals < REFUSALS_MAX) return;
  refusals = 0;
  isPostOnly = !isPostOnly;
  keepStored("sessionStorage", STORED, isPostOnly ? "true" : "");
}

/** The same, which tries until the other way has had its turn, if the site can be reached at all. */
export async function fetchWhicheverWay(
  address: string,
  request: ApiRequest,
  by?: Send,
) {
  for (let tries = 1; ; tries++) {
    const isLast = !isRefusable(request) || tries > REFUSALS_MAX;
    const canTryAgain = async () =>
      !isLast && !request.signal?.aborted && (tries > 1 || isSiteHere());
    try {
      const answer = await fetchEitherWay(address, request, by);
      if (isFromSite(answer) || !(await canTryAgain())) return answer;
    } catch (error) {
      if (!(await canTryAgain())) throw error;
    }
  }
}

const isSiteHere = () =>
  fetch("/healthz", {
    method: "HEAD",
    cache: "no-store",
    signal: timeout(HERE_MS),
  }).then(isFromSite, () => false);
