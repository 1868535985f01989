import type { ReactNode } from "react";
import "./side-by-side.css";

/** Figures to compare. */
export const SideBySide = ({ children }: { children: ReactNode }) => (
  <div className="side-by-side">{children}</div>
);
