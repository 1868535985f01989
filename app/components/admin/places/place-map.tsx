import { lazy, Suspense, useEffect, useState } from "react";
import type { Precision, Spot } from "#domain/core/precision.ts";
import type { AdminFind } from "#domain/finds/answers.ts";
import { useRouteOfRock } from "#app/components/rocks/journey/use-route-of-rock.ts";
import { useAdminLayout } from "#app/components/admin/data/use-admin-layout.ts";
import "./place-map.css";

const CoordinatesMap = lazy(() => import("./coordinates-map.client.tsx"));

interface Props {
  find: AdminFind;
  spot: Spot | undefined;
  precision: Precision;
  /** What the map shows first if there is neither a spot nor a suggestion. */
  near: Spot | undefined;
  onChoose: (spot: Spot) => void;
}

/**
 * The map on which a find's place is chosen: where it was, what others see, where the finder says it was, and
 * where the rock was last.
 */
export function PlaceMap({ find, spot, precision, near, onChoose }: Props) {
  const tiles = useAdminLayout()?.tiles;
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  // Rock 0 is many rocks.
  const route = useRouteOfRock(find.rock_number || undefined);
  const lastStop = route?.stops.findLast(({ uuid }) => uuid !== find.uuid);
  const loading = <p>Loading...</p>;
  return (
    <figure className="place-map stack">
      <div className="coordinates-map">
        {mounted && tiles ? (
          <Suspense fallback={loading}>
            <CoordinatesMap
              // Starts anew once there is something to show first.
              key={String(Boolean(find.suggestion ?? near))}
              spot={spot}
              precision={precision}
              suggestion={find.suggestion}
              lastStop={lastStop}
              near={near}
              tiles={tiles}
              onChoose={onChoose}
            />
          </Suspense>
        ) : (
          loading
        )}
      </div>
      {(spot ?? find.suggestion) && precision > 0 && (
        <figcaption>
          The dot is where it was, the circle what others see.
        </figcaption>
      )}
    </figure>
  );
}
