import { icon } from "./icons.tsx";

export const UpIcon = icon("M12 19V5M6 11l6-6 6 6");

/** Six dots: a drag handle. */
export const GripIcon = icon(
  "M9 6v.01M15 6v.01M9 12v.01M15 12v.01M9 18v.01M15 18v.01",
);

export const PlusIcon = icon("M12 5v14M5 12h14");

export const AlertIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7.5v5.5M12 16.5v.01" />
  </>,
);

/** A triangle: something to look at. */
export const WarningIcon = icon("M12 4.5L3 19.5h18zM12 10v4.5M12 17v.01");

export const ClockIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7v5.5l3.5 2" />
  </>,
);

/** An arrow into a tray: on this device. */
export const SaveIcon = icon("M12 4v11M7.5 11l4.5 4.5L16.5 11M5 20h14");

export const CheckIcon = icon("M5 12.5l4.5 4.5L19 7.5");

export const QrIcon = icon(
  "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2zM18 14h2M14 18v2",
);

export const PinIcon = icon(
  <>
    <path d="M12 21c4.5-5 7-8.3 7-11.5a7 7 0 0 0-14 0C5 12.7 7.5 16 12 21z" />
    <circle cx="12" cy="9.5" r="2.5" />
  </>,
);

/** A ring with a cross's four ends: where the device is. */
export const HereIcon = icon(
  <>
    <circle cx="12" cy="12" r="5" />
    <path d="M12 3v4M12 17v4M3 12h4M17 12h4" />
  </>,
);

export const SearchIcon = icon(
  <>
    <circle cx="11" cy="11" r="7" />
    <path d="M16.2 16.2L21 21" />
  </>,
);

export const CameraIcon = icon(
  <>
    <path d="M4.5 7.5H8l1.5-2.5h5L16 7.5h3.5a1.5 1.5 0 0 1 1.5 1.5v8.5a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5V9a1.5 1.5 0 0 1 1.5-1.5z" />
    <circle cx="12" cy="13" r="3.5" />
  </>,
);

export const PictureIcon = icon(
  <>
    <rect x="3" y="4.5" width="18" height="15" rx="3" />
    <circle cx="8.5" cy="9.5" r="1.5" />
    <path d="M4 17.5l5-4.5 3 2.5 4-4 4.5 4.5" />
  </>,
);
