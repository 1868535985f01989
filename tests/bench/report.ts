/** One figure of the product, beside that of a peer or a limit. */
export interface Row {
  section: string;
  what: string;
  product: string;
  /** What it stands beside: a peer's name and figure; empty where only a limit is given. */
  beside?: string;
  /** Product to peer. */
  ratio?: number;
  /** What it has to reach; empty where the figure is only told. */
  reach?: string;
  reached?: boolean;
  /** Why it falls short, or could not be measured. */
  because?: string;
}

export const SECTIONS = {
  images: "Pictures",
  pages: "Pages",
  media: "Media",
  database: "Database",
  map: "Map",
  uploads: "Uploads",
  together: "All at once",
};

interface Figure {
  section: string;
  what: string;
  format: (value: number) => string;
  value: number;
  /** What stops it where it falls short. */
  stop?: string;
}

/** A figure beside a peer's, and the ratio that it has to keep to. */
export function compare(
  { section, what, format, value, stop }: Figure,
  peer: { name: string; value: number },
  limit?: { atMost: number } | { atLeast: number },
): Row {
  const ratio = value / peer.value;
  return {
    section,
    what,
    product: format(value),
    beside: `${peer.name}: ${format(peer.value)}`,
    ratio,
    ...judge(ratio, limit, (bound) => `${bound}×`, stop),
  };
}

/** A figure, and the limit that it has to keep to. */
export function limit(
  { section, what, format, value, stop }: Figure,
  bound?: { atMost: number } | { atLeast: number },
): Row {
  return {
    section,
    what,
    product: format(value),
    ...judge(value, bound, format, stop),
  };
}

/** What could not be measured here, and why. */
export const leftOut = (
  section: string,
  what: string,
  because: string,
): Row => ({ section, what, product: "not measured", because });

function judge(
  value: number,
  bound: { atMost: number } | { atLeast: number } | undefined,
  format: (value: number) => string,
  stop: string | undefined,
) {
  if (!bound) return {};
  const [reach, reached] =
    "atMost" in bound
      ? [`≤ ${format(bound.atMost)}`, value <= bound.atMost]
      : [`≥ ${format(bound.atLeast)}`, value >= bound.atLeast];
  return { reach, reached, because: reached ? undefined : stop };
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
  rows: Row[];
  about: { machine: string; date: string; rounds: number; size: string };
}) {
  const lines = [
    `Measured ${about.date} on ${about.machine}; ${about.size}; medians of ${about.rounds} rounds, the product and what stands beside it in turn.`,
  ];
  for (const section of Object.values(SECTIONS)) {
    const own = rows.filter((row) => row.section === section);
    if (own.length === 0) continue;
    lines.push(
      "",
      `### ${section}`,
      "",
      "| | this site | beside it | ratio | to reach | |",
      "|---|---|---|---|---|---|",
      ...own.map(asLine),
    );
  }
  return `${lines.join("\n")}\n`;
}

function asLine({
  what,
  product,
  beside = "",
  ratio,
  reach = "",
  reached,
  because,
}: Row) {
  const verdict =
    reached === undefined ? "" : reached ? "reached" : "falls short";
  const last = [verdict, because].filter(Boolean).join(": ");
  const cells = [
    what,
    product,
    beside,
    ratio === undefined ? "" : `${ratio.toFixed(ratio < 10 ? 2 : 0)}×`,
    reach,
    last,
  ];
  return `| ${cells.join(" | ")} |`;
}

const BEGIN = "<!-- prettier-ignore-start -->\n";
const END = "\n<!-- prettier-ignore-end -->";

/** A page with the table in the place that is marked for it. */
export function putTable(page: string, table: string) {
  const from = page.indexOf(BEGIN);
  const to = page.indexOf(END, from);
  if (from < 0 || to < 0) throw new Error("the page has no place for a table");
  return `${page.slice(0, from + BEGIN.length)}\n${table}${page.slice(to)}`;
}
