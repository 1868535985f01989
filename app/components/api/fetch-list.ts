/** Fetches a list from the site's API. Returns an empty one after a failure, which is logged. */
export async function fetchList<Item>(
  address: string,
  signal: AbortSignal,
): Promise<Item[]> {
  try {
    const response = await fetch(address, { signal });
    if (!response.ok) throw new Error(`the answer was ${response.status}`);
    return (await response.json()) as Item[];
  } catch (error) {
    if (!signal.aborted) console.error(`Error loading ${address}`, error);
    return [];
  }
}
