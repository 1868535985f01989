import type { ReactElement } from "react";

/** An icon, drawn by the `d` of a path or by more shapes. Decorative. The control around it has the words. */
export const icon = (shapes: string | ReactElement) => () => (
  <svg
    className="icon"
    viewBox="0 0 24 24"
    aria-hidden="true"
    focusable="false"
  >
    {typeof shapes === "string" ? <path d={shapes} /> : shapes}
  </svg>
);

export const CloseIcon = icon("M6 6l12 12M18 6L6 18");

export const MenuIcon = icon("M4 7h16M4 12h16M4 17h11");

export const DownIcon = icon("M12 5v14M6 13l6 6 6-6");

export const EnvelopeIcon = icon(
  <>
    <rect x="3" y="5.5" width="18" height="13.5" rx="3" />
    <path d="M4 7.5l8 6 8-6" />
  </>,
);

export const PeopleIcon = icon(
  <>
    <circle cx="9" cy="8.5" r="3.5" />
    <path d="M2.5 19.5c.6-3.7 3.2-5.5 6.5-5.5s5.9 1.8 6.5 5.5M15.8 5.3a3.5 3.5 0 0 1 0 6.4M18 14.6c2 .8 3.2 2.5 3.5 4.9" />
  </>,
);
