import { toSquare } from "#app/components/map/web-mercator.ts";
import { RockStone } from "#app/components/rocks/rock-stone.tsx";
import type { NewestFind } from "#domain/health/dashboard.server.ts";
import "./world-of-finds.css";

/**
 * The part of the world that is drawn, as fractions of the height of a square in Web Mercator: from 73° north to
 * 56° south, where people live. `world-of-finds.css` has the same numbers.
 */
const NORTH = 0.2;
const SOUTH = 0.69;

/** A small map of the world with a stone for each find that has a place. Its list says the same in words. */
export const WorldOfFinds = ({ finds }: { finds: NewestFind[] }) => (
  <div
    className="small-world"
    role="img"
    aria-label="A map of the world with the newest finds; the list beside it names them"
  >
    <div className="small-world-land" />
    {/* The newest on top. */}
    {[...finds].reverse().map(
      ({ uuid, rock_number, latitude, longitude, pin }) =>
        latitude !== null &&
        longitude !== null && (
          <span key={uuid} style={placeOf(latitude, longitude)}>
            <RockStone rockNumber={rock_number} pin={pin} size={46} />
          </span>
        ),
    )}
  </div>
);

function placeOf(latitude: number, longitude: number) {
  const { x, y } = toSquare({ latitude, longitude });
  return { left: within(x), top: within((y - NORTH) / (SOUTH - NORTH)) };
}

/** Stones of the poles and of the date line are on the map as a whole. */
const within = (part: number) =>
  `clamp(var(--stone) / 2, ${(100 * part).toFixed(2)}%, 100% - var(--stone) / 2)`;
