import {
  send,
  type Given,
  type Name,
  type Sent,
} from "#app/components/api/send.ts";

/** How the review's calls get in: by the admin's session, or by the key of a daily mail. */
export interface ReviewAccess {
  headers: Record<string, string>;
}

export const adminAccess: ReviewAccess = { headers: {} };
/** The key goes in a header, so that it is in no address. */
export const keyAccess = (key: string): ReviewAccess => ({
  headers: { Authorization: `Bearer ${key}` },
});

/** A call gives up after this time, so that nobody waits in vain. */
const PATIENCE_MS = 20_000;

/** Why a call failed, in a sentence for a person. */
export class ReviewError extends Error {
  /** The HTTP status; 0 if the site could not be reached. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Sends a call to the site.
 * @param version of the find as it was looked at; if somebody has changed it meanwhile, a decision is refused
 * @throws {ReviewError}
 */
export async function reviewFetch<N extends Name>(
  { headers }: ReviewAccess,
  name: N,
  sent: Sent<N>,
  version?: string,
): Promise<Response> {
  const answer = await send(name, sent, {
    headers: {
      ...(version === undefined ? {} : { "If-Match": `"${version}"` }),
      ...headers,
    },
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch(() => {
    throw new ReviewError(0, "The site could not be reached.");
  });
  if (answer.ok) return answer;
  const { error = "Something went wrong." } = (await answer
    .json()
    .catch(() => ({}))) as { error?: string };
  throw new ReviewError(answer.status, error);
}

/** Sends a call like `reviewFetch`, and returns the JSON of the answer. @throws {ReviewError} */
export async function reviewCall<N extends Name>(
  ...call: Parameters<typeof reviewFetch<N>>
) {
  const answer = await reviewFetch(...call);
  return { answer: (await answer.json()) as Given<N>, headers: answer.headers };
}
