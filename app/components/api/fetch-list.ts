/** Fetches a list from the site's API. @throws if it can't be loaded */
export async function requestList<Item>(
  address: string,
  signal: AbortSignal,
): Promise<Item[]> {
  const response = await fetch(address, { signal });
  if (!response.ok) throw new Error(`the answer was ${response.status}`);
  return (await response.json()) as Item[];
}

/** The same, but returns an empty list after a failure, which is logged. */
export async function fetchList<Item>(
  address: string,
  signal: AbortSignal,
): Promise<Item[]> {
  try {
    return await requestList<Item>(address, signal);
  } catch (error) {
    if (!signal.aborted) console.error(`Error loading ${address}`, error);
    return [];
  }
}
