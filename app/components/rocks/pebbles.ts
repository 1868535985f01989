const pictures = import.meta.glob<string>("../../assets/pebbles/*.webp", {
  eager: true,
  import: "default",
  query: "?url",
});

const byMotif = new Map(
  Object.entries(pictures).map(([file, url]) => [
    file.slice(file.lastIndexOf("/") + 1, -".webp".length),
    url,
  ]),
);
const painted = [...byMotif.keys()].filter((motif) => motif !== "plain").sort();

/** The painted stone that stands for a rock: always the same one; bare for a rock without a number. */
export function pebbleOf(rockNumber: number) {
  const motif =
    rockNumber === 0 ? "plain" : painted[(rockNumber * 5) % painted.length];
  return byMotif.get(motif ?? "plain") ?? "";
}

/** The picture of a stone with this motif on it. */
export const pebblePicture = (motif: string) => byMotif.get(motif) ?? "";
