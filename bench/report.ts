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

/** A row of a Markdown table. */
export function asLine(row: Row) {
  const { reached, reason, ratio } = row;
  const verdict = reached === undefined ? "" : reached ? "reached" : "missed";
  const cells = [
    row.what,
    row.product,
    row.peer,
    ratio && `${ratio.toFixed(ratio < 10 ? 2 : 0)}×`,
    row.target,
    [verdict, reason].filter(Boolean).join(": "),
  ];
  return `| ${cells.map((cell) => cell ?? "").join(" | ")} |`;
}
