import type { ShouldRevalidateFunction } from "@remix-run/react";

export const LOST =
  "The site could not be reached. Nothing was changed. Please try again when there is a connection.";

/** Whether an error says that the connection was lost, before the answer or in the middle of it, as browsers and Remix say it. */
export const isLost = (error: unknown) =>
  error instanceof Error &&
  /failed to fetch|load failed|networkerror|network error|turbo-stream/i.test(
    error.message,
  );

/** Leaves the pages' data as they are when a form could not be sent: they could not be loaded either. */
export const unlessLost: ShouldRevalidateFunction = ({
  actionResult,
  defaultShouldRevalidate,
}) =>
  (actionResult as { error?: string } | undefined)?.error !== LOST &&
  defaultShouldRevalidate;

/** For a `clientAction`: the form stays, and gets an error, if the connection is lost. */
export async function orLost<T>(serverAction: () => Promise<T>) {
  try {
    return await serverAction();
  } catch (error) {
    if (isLost(error)) return { error: LOST };
    throw error;
  }
}
