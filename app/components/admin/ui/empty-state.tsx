import type { ReactNode } from "react";
import { Pebble } from "#app/components/ui/pebble.tsx";
import "./empty-state.css";

/** An empty place: something to look at, and a sentence. */
export const EmptyState = ({
  picture,
  children,
}: {
  /** Some painted stones if absent. */
  picture?: ReactNode;
  children: ReactNode;
}) => (
  <div className="calm">
    {picture ?? (
      <span className="calm-stones">
        {["sailboat", "ladybird", "feather"].map((motif) => (
          <Pebble key={motif} motif={motif} size={72} />
        ))}
      </span>
    )}
    <p>{children}</p>
  </div>
);
