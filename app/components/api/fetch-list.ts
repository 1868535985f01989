/** A list from the site's own api; an empty one where that fails, which is logged and no more. */
export async function fetchList<Item>(
  address: string,
  signal: AbortSignal,
): Promise<Item[]> {
  try {
    const response = await fetch(address, { signal });
    if (!response.ok) throw new Error(`the answer was ${response.status}`);
    return (await response.json()) as Item[];
  } catch (error) {
    // eslint-disable-next-line no-console -- whoever looks after the site finds it in the console
    if (!signal.aborted) console.error(`Error loading ${address}`, error);
    return [];
  }
}
