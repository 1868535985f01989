import { Polyline } from "react-leaflet";
import type { JourneyRoute } from "#domain/finds/answers.ts";

interface Props extends Pick<JourneyRoute, "legs"> {
  /** The route is drawn strongly up to this stop. Without it, all of the route is. */
  upTo?: number;
}

export function JourneyLines({ legs, upTo = legs.length }: Props) {
  return (
    <>
      {legs.map((lines, index) => (
        <Polyline
          key={index}
          positions={lines}
          interactive={false}
          smoothFactor={0.5}
          className="journey-line"
          pathOptions={{ opacity: index < upTo ? 1 : 0.35 }}
        />
      ))}
    </>
  );
}
