/** A list from the site's own api. @throws when it can't be loaded */
export async function requestList<Item>(
  address: string,
  signal: AbortSignal,
): Promise<Item[]> {
  const response = await fetch(address, { signal });
  if (!response.ok) throw new Error(`the answer was ${response.status}`);
  return (await response.json()) as Item[];
}

/** The same, but empty when it can't be loaded, which is only logged. */
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
