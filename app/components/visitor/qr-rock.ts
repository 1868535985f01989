import { useSyncExternalStore } from "react";
import { asRockNumber } from "#core/limits.ts";
import { keepStored, readStored } from "./stored.ts";

const SCANNED = "rock_num_qr";
const SETTLED = "rock_num_settled";

/** Remembers for the browser's session which rock's QR code brought the visitor here; none if it is empty. */
export function keepQrRock(rockNumber: string) {
  keepStored("sessionStorage", SCANNED, rockNumber);
  keepSettledRock("");
}

/** Remembers that the visitor knows that the form is about another rock than the scanned one, until the next scan. */
export const keepSettledRock = (rockNumber: string) =>
  keepStored("sessionStorage", SETTLED, rockNumber);

export const readSettledRock = () => readStored("sessionStorage", SETTLED);

export const readQrRock = () =>
  asRockNumber(readStored("sessionStorage", SCANNED));

/** Empty on the server, during hydration, and if the visitor scanned no QR code. */
export const useQrRock = () =>
  useSyncExternalStore(
    () => () => {},
    readQrRock,
    () => "",
  );
