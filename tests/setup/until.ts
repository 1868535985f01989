/** Asks again and again until the answer is there; the test's own time limit ends it. */
export async function until<T>(
  ask: () => Promise<T | undefined> | T | undefined,
): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
