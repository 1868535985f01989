/** An icon, drawn by the `d` of a path. Decorative. The control around it has the words. */
export const icon = (d: string) => () => (
  <svg
    className="icon"
    viewBox="0 0 24 24"
    aria-hidden="true"
    focusable="false"
  >
    <path d={d} />
  </svg>
);

export const CloseIcon = icon("M6 6l12 12M18 6L6 18");

export const MenuIcon = icon("M4 7h16M4 12h16M4 17h11");

export const DownIcon = icon("M12 5v14M6 13l6 6 6-6");

export const EnvelopeIcon = icon(
  "M6 5.5h12a3 3 0 0 1 3 3v7.5a3 3 0 0 1 -3 3h-12a3 3 0 0 1 -3 -3v-7.5a3 3 0 0 1 3 -3zM4 7.5l8 6 8-6",
);

export const PeopleIcon = icon(
  "M5.5 8.5a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0zM2.5 19.5c.6-3.7 3.2-5.5 6.5-5.5s5.9 1.8 6.5 5.5M15.8 5.3a3.5 3.5 0 0 1 0 6.4M18 14.6c2 .8 3.2 2.5 3.5 4.9",
);
