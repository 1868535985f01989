/** A figure of the product, compared with a peer or a target. */
export interface Row {
  what: string;
  product: string;
  /** The peer's name and figure. */
  peer?: string;
  /** The product's figure divided by the peer's. */
  ratio?: number;
  target?: string;
  reached?: boolean;
  /** The reason that the figure misses the target, or could not be measured. */
  reason?: string;
}

export const SECTIONS = {
  images: "Pictures",
  pages: "Pages",
  presses: "Presses",
  arrivals: "First loads from a rock, a link or a search",
  media: "Media",
  database: "Database",
  map: "Map",
  uploads: "Uploads",
  field: "From the field",
  firstFind: "From nothing to the first find",
  backup: "Backups and keepsakes",
  together: "All at once",
};

type Format = (value: number) => string;
type Bound = { atMost: number } | { atLeast: number };

/**
 * Compares a figure with a peer's. The bound is for the ratio.
 * @param reason that the figure misses the target, if it does
 */
export function compare(
  what: string,
  format: Format,
  value: number,
  peer: { name: string; value: number },
  bound?: Bound,
  reason?: string,
): Row {
  const ratio = value / peer.value;
  return {
    what,
    product: format(value),
    peer: `${peer.name}: ${format(peer.value)}`,
    ratio,
    ...judge(ratio, (bound) => `${bound}×`, bound, reason),
  };
}

/** Compares a figure with a limit. */
export const limit = (
  what: string,
  format: Format,
  value: number,
  bound?: Bound,
  reason?: string,
): Row => ({
  what,
  product: format(value),
  ...judge(value, format, bound, reason),
});

/** Names a figure that could not be measured here. */
export const notMeasured = (what: string, reason: string): Row => ({
  what,
  product: "not measured",
  reason,
});

function judge(value: number, format: Format, bound?: Bound, reason?: string) {
  if (!bound) return {};
  const [target, reached] =
    "atMost" in bound
      ? [`≤ ${format(bound.atMost)}`, value <= bound.atMost]
      : [`≥ ${format(bound.atLeast)}`, value >= bound.atLeast];
  return { target, reached, reason: reached ? undefined : reason };
}

export const unit =
  (name: string, digits = 0) =>
  (value: number) =>
    `${value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${name}`;
export const share = (value: number) => `${(100 * value).toFixed(1)} %`;

export function asMarkdown({
  rows,
  about,
}: {
  rows: (Row & { section: string })[];
  about: { machine: string; date: string; rounds: number; size: string };
}) {
  const lines = [
    `Measured ${about.date} on ${about.machine}; ${about.size}; medians of ${about.rounds} rounds, in which the site and its peer were measured in turn.`,
  ];
  for (const section of Object.values(SECTIONS)) {
    const own = rows.filter((row) => row.section === section);
    if (own.length === 0) continue;
    lines.push(
      "",
      `### ${section}`,
      "",
      "| | this site | compared with | ratio | target | result |",
      "|---|---|---|---|---|---|",
      ...own.map(asLine),
    );
  }
  return `${lines.join("\n")}\n`;
}

function asLine({
  what,
  product,
  peer = "",
  ratio,
  target = "",
  reached,
  reason,
}: Row) {
  const verdict = reached === undefined ? "" : reached ? "reached" : "missed";
  const last = [verdict, reason].filter(Boolean).join(": ");
  const cells = [
    what,
    product,
    peer,
    ratio === undefined ? "" : `${ratio.toFixed(ratio < 10 ? 2 : 0)}×`,
    target,
    last,
  ];
  return `| ${cells.join(" | ")} |`;
}

const BEGIN = "<!-- prettier-ignore-start -->\n";
const END = "\n<!-- prettier-ignore-end -->";

/** Returns the page with the table between its two markers. */
export function putTable(page: string, table: string) {
  const from = page.indexOf(BEGIN);
  const to = page.indexOf(END, from);
  if (from < 0 || to < 0)
    throw new Error("The page has no markers for the table.");
  return `${page.slice(0, from + BEGIN.length)}\n${table}${page.slice(to)}`;
}
