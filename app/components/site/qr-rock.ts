import { useSyncExternalStore } from "react";
import { ROCK_NUMBER_MAX } from "#domain/schemas.ts";

/** The rock whose QR code brought the visitor here; kept for the browser's session. */
const KEY = "rock_num_qr";

/** The number in digits where it can be a rock's, else an empty string. */
export function asRockNumber(value: string | null) {
  return value !== null &&
    /^\d{1,7}$/.test(value) &&
    Number(value) <= ROCK_NUMBER_MAX
    ? value
    : "";
}

export function keepQrRock(rockNumber: string) {
  try {
    sessionStorage.setItem(KEY, rockNumber);
  } catch {
    // A browser that stores nothing shows the site without the greeting.
  }
}

function readQrRock() {
  try {
    return asRockNumber(sessionStorage.getItem(KEY));
  } catch {
    return "";
  }
}

/** Empty on the server, while the page comes to life, and where no QR code was scanned. */
export const useQrRock = () =>
  useSyncExternalStore(
    () => () => {},
    readQrRock,
    () => "",
  );
