import { icon } from "./icons.tsx";

export const UpIcon = icon("M12 19V5M6 11l6-6 6 6");

export const GripIcon = icon(
  "M9 6v.01M15 6v.01M9 12v.01M15 12v.01M9 18v.01M15 18v.01",
);

export const PlusIcon = icon("M12 5v14M5 12h14");

export const AlertIcon = icon(
  "M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0zM12 7.5v5.5M12 16.5v.01",
);

export const WarningIcon = icon("M12 4.5L3 19.5h18zM12 10v4.5M12 17v.01");

export const ClockIcon = icon(
  "M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0zM12 7v5.5l3.5 2",
);

export const SaveIcon = icon("M12 4v11M7.5 11l4.5 4.5L16.5 11M5 20h14");

export const CheckIcon = icon("M5 12.5l4.5 4.5L19 7.5");

export const QrIcon = icon(
  "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2zM18 14h2M14 18v2",
);

export const PinIcon = icon(
  "M12 21c4.5-5 7-8.3 7-11.5a7 7 0 0 0-14 0C5 12.7 7.5 16 12 21zM9.5 9.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0z",
);

export const HereIcon = icon(
  "M7 12a5 5 0 1 0 10 0a5 5 0 1 0-10 0zM12 3v4M12 17v4M3 12h4M17 12h4",
);

export const SearchIcon = icon(
  "M4 11a7 7 0 1 0 14 0a7 7 0 1 0-14 0zM16.2 16.2L21 21",
);

export const CameraIcon = icon(
  "M4.5 7.5H8l1.5-2.5h5L16 7.5h3.5a1.5 1.5 0 0 1 1.5 1.5v8.5a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5V9a1.5 1.5 0 0 1 1.5-1.5zM8.5 13a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z",
);

export const PictureIcon = icon(
  "M6 4.5h12a3 3 0 0 1 3 3v9a3 3 0 0 1 -3 3h-12a3 3 0 0 1 -3 -3v-9a3 3 0 0 1 3 -3zM7 9.5a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0zM4 17.5l5-4.5 3 2.5 4-4 4.5 4.5",
);
