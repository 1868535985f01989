import {
  ask,
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

/**
 * Sends a call to the site, and returns the JSON of the answer.
 * @param version of the find as it was looked at; if somebody has changed it meanwhile, a decision is refused
 * @throws {ApiError}
 */
export async function reviewCall<N extends Name>(
  { headers }: ReviewAccess,
  name: N,
  sent: Sent<N>,
  version?: string,
) {
  const answer = await ask(name, sent, {
    headers: {
      ...(version === undefined ? {} : { "If-Match": `"${version}"` }),
      ...headers,
    },
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  return { answer: (await answer.json()) as Given<N>, headers: answer.headers };
}
