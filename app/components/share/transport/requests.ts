import {
  fetchEitherWay,
  isFromSite,
  isRefusable,
  type ApiRequest,
} from "#app/components/api/either-way.ts";
import type {
  Reason,
  Refused,
} from "#app/components/share/queue/find-store.ts";

export class SendError extends Error {
  /**
   * `again`: the link, or the site, can't at the moment. `unknown`: the site doesn't know the upload or the find.
   * `conflict`: the site has something else than we think. `refused`: it will not take it.
   */
  readonly kind: "again" | "unknown" | "conflict" | "refused";
  /** The site's answer. Absent for `again` if it gave none, in which case it may be the link. */
  readonly refused?: Refused;
  /** The pause that the site asked for, milliseconds; 0 if it asked for none. */
  readonly pause: number;
  /** Whether something on the way refuses the method rather than the request. The next try may go another way. */
  readonly isOfMethod: boolean;

  constructor(
    kind: SendError["kind"],
    {
      refused,
      pause = 0,
      isOfMethod = false,
    }: { refused?: Refused; pause?: number; isOfMethod?: boolean } = {},
  ) {
    super(refused?.reason ?? kind);
    this.kind = kind;
    this.refused = refused;
    this.pause = pause;
    this.isOfMethod = isOfMethod;
  }
}

const PAUSE_MS_MAX = 30_000;

/** Pause after this many failures in a row (ms). It doubles with each failure. @param first the first pause */
export const pauseAfter = (failures: number, first: number) =>
  Math.min(first * 2 ** (failures - 1), PAUSE_MS_MAX);

/** Sends a request, which the site must answer within `ms`. @throws {SendError} for every answer but 2xx */
export async function request(
  address: string,
  { ms, signal, ...init }: ApiRequest & { ms: number; signal: AbortSignal },
): Promise<{ status: number; headers: Headers; text: string }> {
  const stop = new AbortController();
  const abort = () => stop.abort();
  signal.addEventListener("abort", abort);
  const timer = setTimeout(abort, ms);
  try {
    const answer = await fetchEitherWay(address, {
      ...init,
      signal: stop.signal,
      cache: "no-store",
    });
    const text = await answer.text();
    if (!isFromSite(answer) && isRefusable(init))
      throw new SendError("again", { isOfMethod: true });
    if (!answer.ok || !isFromSite(answer)) throw toSendError(answer, text);
    return { status: answer.status, headers: answer.headers, text };
  } catch (error) {
    throw error instanceof SendError ? error : new SendError("again");
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
}

const BUSY = [408, 423, 425, 429];

function toSendError(answer: Response, text: string) {
  const { status, headers } = answer;
  const body =
    readJson<Partial<{ error: string; fields: Refused["fields"] }>>(text);
  const isOurs =
    isFromSite(answer) &&
    (body?.error !== undefined || headers.has("Tus-Resumable"));
  // A proxy, or the page of a hotel's network, says nothing about the find.
  if (!isOurs || status >= 500 || BUSY.includes(status))
    return new SendError("again", {
      pause: (Number(headers.get("Retry-After")) || 0) * 1000,
      // A site that is being restored is back in a few minutes.
      refused:
        (status >= 500 || status === 429) && !headers.has("Site-Restoring")
          ? { reason: body?.error ?? "", fields: {} }
          : undefined,
    });
  const refused = {
    reason: body?.error || ("not-accepted" satisfies Reason),
    fields: body?.fields ?? {},
  };
  if (status === 404 || status === 410)
    return new SendError("unknown", { refused });
  return new SendError(status === 409 ? "conflict" : "refused", { refused });
}

export function readJson<T>(text: string): T | undefined {
  try {
    return JSON.parse(text) as T;
  } catch {
    return undefined;
  }
}

/** For requests that carry no piece; milliseconds. A link that goes silent is to be told within ten seconds. */
const ANSWER_MS = 9_000;

interface TusOptions {
  path: string;
  headers: Record<string, string>;
  signal: AbortSignal;
}

/** Sends files in pieces by the tus protocol 1.0.0 (https://tus.io/protocols/resumable-upload). */
export function tusAt({ path, headers: own, signal }: TusOptions) {
  const ask = (
    url: string,
    { headers, ...init }: Omit<ApiRequest, "signal"> & { ms?: number },
  ) =>
    request(url, {
      ms: ANSWER_MS,
      ...init,
      headers: { "Tus-Resumable": "1.0.0", ...own, ...headers },
      signal,
    });

  return {
    async create(bytes: number, metadata: Record<string, string>) {
      const { status, headers } = await ask(path, {
        method: "POST",
        headers: {
          "Upload-Length": String(bytes),
          "Upload-Metadata": encodeMetadata(metadata),
        },
      });
      const given = headers.get("Location");
      if (status !== 201 || !given) throw new SendError("again");
      // A path, because the site may be reached under another origin later.
      return new URL(given, location.origin).pathname;
    },

    readOffset: async (url: string) =>
      parseOffset(await ask(url, { method: "HEAD" })),

    /** Sends a piece that begins at `offset`. Returns how many bytes of the file have arrived. */
    sendPiece: async (
      url: string,
      offset: number,
      piece: ArrayBuffer,
      ms: number,
    ) =>
      parseOffset(
        await ask(url, {
          method: "PATCH",
          headers: {
            "Content-Type": "application/offset+octet-stream",
            "Upload-Offset": String(offset),
          },
          body: piece,
          ms,
        }),
      ),
  };
}

export const idOfUpload = (url: string) => url.slice(url.lastIndexOf("/") + 1);

/** An answer without an offset comes from something between here and the site. */
function parseOffset({ headers }: { headers: Headers }) {
  const offset = headers.get("Upload-Offset");
  if (!offset || !/^\d+$/.test(offset)) throw new SendError("again");
  return Number(offset);
}

/** Values are UTF-8 in base64. A key may have no value. */
const encodeMetadata = (metadata: Record<string, string>) =>
  Object.entries(metadata)
    .map(([key, value]) => `${key} ${toBase64(value)}`.trim())
    .join(",");

const toBase64 = (text: string) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)));
