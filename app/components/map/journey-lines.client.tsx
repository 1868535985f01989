import { Polyline } from "react-leaflet";
import type { JourneyRoute } from "#domain/schemas.ts";

/** A rock's way from stop to stop. */
export function JourneyLines({ legs }: Pick<JourneyRoute, "legs">) {
  return (
    <>
      {legs.map((lines, index) => (
        <Polyline
          key={index}
          className="journey-line"
          positions={lines}
          interactive={false}
          smoothFactor={0.5}
        />
      ))}
    </>
  );
}
