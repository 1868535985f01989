import type { ReactNode } from "react";
import { Pebble } from "#app/components/ui/pebble.tsx";
import type { Elements } from "#app/components/language/in-elements.tsx";
import "./ui.css";

export const EmptyState = ({
  picture,
  children,
}: {
  /** Some painted stones if absent. */
  picture?: Elements;
  children: ReactNode;
}) => (
  <div className="empty-state row">
    {picture ?? (
      <span className="empty-state-stones">
        {["sailboat", "ladybird", "feather"].map((motif) => (
          <Pebble key={motif} motif={motif} size={72} />
        ))}
      </span>
    )}
    <p>{children}</p>
  </div>
);
