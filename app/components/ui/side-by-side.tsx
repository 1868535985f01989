import type { ReactNode } from "react";
import "./side-by-side.css";

export const SideBySide = ({ children }: { children: ReactNode }) => (
  <div className="side-by-side columns">{children}</div>
);
