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

  constructor(
    kind: SendError["kind"],
    { refused, pause = 0 }: { refused?: Refused; pause?: number } = {},
  ) {
    super(refused?.reason ?? kind);
    this.kind = kind;
    this.refused = refused;
    this.pause = pause;
  }
}

/**
 * Sends a request to the site. It must have answered within `ms`.
 * @throws {SendError} for every answer but 2xx
 */
export async function request(
  address: string,
  { ms, signal, ...init }: RequestInit & { ms: number; signal: AbortSignal },
): Promise<{ status: number; headers: Headers; text: string }> {
  const stop = new AbortController();
  const abort = () => stop.abort();
  signal.addEventListener("abort", abort);
  const timer = setTimeout(abort, ms);
  try {
    const answer = await fetch(address, {
      ...init,
      signal: stop.signal,
      cache: "no-store",
    });
    const text = await answer.text();
    if (!answer.ok) throw toSendError(answer, text);
    return { status: answer.status, headers: answer.headers, text };
  } catch (error) {
    throw error instanceof SendError ? error : new SendError("again");
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
}

const BUSY = [408, 423, 425, 429];

function toSendError({ status, headers }: Response, text: string) {
  const body =
    readJson<Partial<{ error: string; fields: Refused["fields"] }>>(text);
  const isOurs = body?.error !== undefined || headers.has("Tus-Resumable");
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

/** Returns nothing for a text that isn't JSON. */
export function readJson<T>(text: string): T | undefined {
  try {
    return JSON.parse(text) as T;
  } catch {
    return undefined;
  }
}
