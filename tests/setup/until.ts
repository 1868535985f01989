let signalOfTest: AbortSignal | undefined;

/** Every `until` that begins from now on ends when this signal is aborted. */
export const endUntilWith = (signal: AbortSignal | undefined) =>
  void (signalOfTest = signal);

type NotYet = undefined | false;

/** Asks again and again until there is an answer, which false is not. The time limit of the test ends it. */
export async function until<T>(
  ask: () => Promise<T | NotYet> | T | NotYet,
): Promise<T> {
  const signal = signalOfTest;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    signal?.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
