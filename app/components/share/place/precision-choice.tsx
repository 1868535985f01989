import { PRECISIONS, snap, type Precision } from "#domain/core/precision.ts";
import type { Suggestion } from "#domain/finds/schemas.ts";
import { boxAround, WorldDrawing } from "./world-drawing.tsx";

/** What each precision is called, what it looks like, and how many metres its picture shows to each side. */
const CHOICES: Record<
  Precision,
  { name: string; shape: string; reach: number; stone: number }
> = {
  0: { name: "Exact", shape: "a pin", reach: 700, stone: 46 },
  1000: { name: "About 1 km", shape: "a circle", reach: 1700, stone: 36 },
  10_000: {
    name: "About 10 km",
    shape: "a wide circle",
    reach: 13_000,
    stone: 30,
  },
};

/** Metres. Nearer, the drawing of the land is too coarse, and would put a harbour into the sea. */
const LAND_REACH = 10_000;

interface Props {
  place: Suggestion;
  /** The picture of the rock's stone. */
  stone: string;
  onChange: (precision: Precision) => void;
}

/** Lets the finder choose how exactly others may know the place, by pictures of what they will see. */
export function PrecisionChoice({ place, stone, onChange }: Props) {
  return (
    <fieldset className="where-precision">
      <legend className="form-label">How exactly may others know?</legend>
      {PRECISIONS.map((precision) => {
        const { name, shape, ...view } = CHOICES[precision];
        return (
          <label key={precision}>
            <input
              type="radio"
              name="precision"
              // Belongs to no form, because the place is sent as a whole.
              form="none"
              value={precision}
              checked={place.precision === precision}
              onChange={() => onChange(precision)}
            />
            <PublicPicture {...{ place, precision, picture: stone, ...view }} />
            <b>{name}</b>
            <small>{shape}</small>
          </label>
        );
      })}
    </fieldset>
  );
}

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

/** What others will see at this precision. */
function PublicPicture({
  place,
  precision,
  picture,
  reach,
  stone,
}: {
  place: Suggestion;
  precision: Precision;
  picture: string;
  reach: number;
  stone: number;
}) {
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
        src={picture}
        alt=""
        width={stone}
        height={stone}
        className={precision === 0 ? "is-pin" : undefined}
      />
    </span>
  );
}
