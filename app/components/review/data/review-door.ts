/** How the review's calls get in: by the admin's session, or by the key of a daily mail. */
export interface ReviewAccess {
  headers: Record<string, string>;
}

export const adminDoor: ReviewAccess = { headers: {} };
/** The key goes in a header, so that it is in no address. */
export const keyDoor = (key: string): ReviewAccess => ({
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

/** Fetches from the site. @throws {ReviewError} */
export async function reviewFetch(
  { headers }: ReviewAccess,
  path: string,
  request: RequestInit & { headers?: Record<string, string> } = {},
): Promise<Response> {
  const answer = await fetch(path, {
    ...request,
    headers: { ...request.headers, ...headers },
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

/**
 * Sends a decision.
 * @param version of the find as it was looked at; if somebody has changed it meanwhile, the decision is refused
 */
export async function postThrough<T>(
  door: ReviewAccess,
  path: string,
  body: unknown,
  version?: string,
): Promise<T> {
  const answer = await reviewFetch(door, path, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      ...(version === undefined ? {} : { "If-Match": `"${version}"` }),
    },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as T;
}
