/** The seeds that a text names: `17`, `3,17` or `1-200`. */
export function listSeeds(text: string) {
  return text.split(",").flatMap((part) => {
    const [first, last = first] = part.split("-").map(Number);
    return Array.from({ length: last! - first! + 1 }, (_, n) => first! + n);
  });
}
