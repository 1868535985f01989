import { useSyncExternalStore } from "react";
import { ROCK_NUMBER_MAX } from "#core/limits.ts";
import { keepStored, readStored } from "./stored.ts";

/** Returns the digits of a possible rock number, otherwise an empty string. */
export function asRockNumber(value: string | null) {
  return value !== null &&
    /^\d{1,7}$/.test(value) &&
    Number(value) <= ROCK_NUMBER_MAX
    ? value
    : "";
}

/** Remembers for the browser's session which rock's QR code brought the visitor here; none if it is empty. */
export const keepQrRock = (rockNumber: string) =>
  keepStored("sessionStorage", "rock_num_qr", rockNumber);

export const readQrRock = () =>
  asRockNumber(readStored("sessionStorage", "rock_num_qr"));

/** Empty on the server, during hydration, and if the visitor scanned no QR code. */
export const useQrRock = () =>
  useSyncExternalStore(
    () => () => {},
    readQrRock,
    () => "",
  );
