import { useSyncExternalStore } from "react";
import { ROCK_NUMBER_MAX } from "#domain/rocks/schemas.ts";
import { keepForSession, readFromSession } from "./session-store.ts";

/** The number in digits where it can be a rock's, else an empty string. */
export function asRockNumber(value: string | null) {
  return value !== null &&
    /^\d{1,7}$/.test(value) &&
    Number(value) <= ROCK_NUMBER_MAX
    ? value
    : "";
}

/** The rock whose QR code brought the visitor here; kept for the browser's session. */
export const keepQrRock = (rockNumber: string) =>
  keepForSession("rock_num_qr", rockNumber);

export const readQrRock = () => asRockNumber(readFromSession("rock_num_qr"));

/** Empty on the server, while the page comes to life, and where no QR code was scanned. */
export const useQrRock = () =>
  useSyncExternalStore(
    () => () => {},
    readQrRock,
    () => "",
  );
