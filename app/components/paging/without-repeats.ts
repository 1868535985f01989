/** The items of all pages, each once, because what is added meanwhile moves others to the next page. The first one stays. */
export function withoutRepeats<Item>(
  items: Item[],
  keyOf: (item: Item) => number | string,
) {
  const seen = new Set<number | string>();
  return items.filter(
    (item) => !seen.has(keyOf(item)) && seen.add(keyOf(item)),
  );
}
