import type { Elements } from "../language/in-elements.tsx";
import "./flat-map.css";

interface Props {
  width: number;
  height: number;
  /** Outlines of the countries and of a journey, for the `d` of a path. */
  land: string;
  way?: string;
  label: string;
  /** `group` if there is something on it to be pressed. */
  role?: "img" | "group";
  children: Elements;
}

/** A map that is a drawing, and needs no script. */
export const FlatMap = ({
  width,
  height,
  land,
  way = "",
  label,
  role = "img",
  children,
}: Props) => (
  <svg viewBox={`0 0 ${width} ${height}`} role={role} aria-label={label}>
    <rect width="100%" height="100%" className="flat-sea" />
    <path d={land} fillRule="evenodd" className="flat-land" />
    <path d={way} className="flat-way-edge" />
    <path d={way} className="flat-way" />
    {children}
  </svg>
);
