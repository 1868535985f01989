import { icon } from "../ui/icons.tsx";

export const BackIcon = icon("M14.5 6l-6 6 6 6");

export const UndoIcon = icon("M8 5L4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11H9");

export const HideIcon = icon(
  "M4 4l16 16M9.5 5.5A10 10 0 0 1 21 12a14 14 0 0 1-2.5 3.3M14.1 14.2A3 3 0 0 1 9.8 9.9M6.3 7.7A14 14 0 0 0 3 12a10 10 0 0 0 12.5 6",
);

export const TouchIcon = icon(
  "M9 12V5.5a1.8 1.8 0 0 1 3.6 0V11l5 1.2a2 2 0 0 1 1.5 2.3L18 20H10.5L6 14.5a1.6 1.6 0 0 1 2.3-2z",
);
