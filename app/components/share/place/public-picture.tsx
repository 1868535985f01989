import { snap, type Precision } from "#domain/core/precision.ts";
import type { Suggestion } from "#domain/finds/schemas.ts";
import { boxAround, WorldDrawing } from "./world-drawing.tsx";

/** For each precision: how many metres its picture shows to each side, and the stone's size in pixels. */
const VIEWS: Record<Precision, { reach: number; size: number }> = {
  0: { reach: 700, size: 46 },
  1000: { reach: 1700, size: 36 },
  10_000: { reach: 13_000, size: 30 },
};

/** Metres. Nearer, the drawing of the land is too coarse, and would put a harbour into the sea. */
const LAND_REACH = 10_000;

/** Lines around the middle, a kilometre apart, which show how near the picture is. */
function drawGrid(reach: number) {
  const lines = [];
  for (let at = 500; at < 2 * reach; at += 1000)
    for (const line of [at, -at])
      lines.push(
        `M${line} ${-2 * reach}V${2 * reach}M${-2 * reach} ${line}H${2 * reach}`,
      );
  return lines.join("");
}

interface Props {
  place: Suggestion;
  precision: Precision;
  /** The picture of the rock's stone. */
  stone: string;
}

/** What others will see at a precision: a pin, a circle or a wide circle. */
export function PublicPicture({ place, precision, stone }: Props) {
  const { reach, size } = VIEWS[precision];
  return (
    <span className="where-picture">
      {reach >= LAND_REACH && (
        <WorldDrawing box={boxAround(snap(place, precision), reach)} />
      )}
      <svg
        viewBox={`${-reach} ${-reach} ${2 * reach} ${2 * reach}`}
        aria-hidden="true"
      >
        <path className="where-grid" d={drawGrid(reach)} />
        {precision === 0 ? (
          <circle className="spot-dot" r={reach / 11} />
        ) : (
          <circle className="spot-circle" r={precision} />
        )}
      </svg>
      <img
        src={stone}
        alt=""
        width={size}
        height={size}
        className={precision === 0 ? "is-pin" : undefined}
      />
    </span>
  );
}
