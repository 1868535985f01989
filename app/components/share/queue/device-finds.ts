import { keepStored, readStored } from "#app/components/visitor/stored.ts";
import type { FindToSend } from "#app/components/share/queue/find-store.ts";

/** The finds that were sent from this device, with the keys that open their pages. Newest first. */
export interface DeviceFind {
  uuid: string;
  findKey: string;
  /** The number as sent. */
  rockNumber: number;
  /** In the finder's words. Absent in lists of older versions of the site. */
  location?: string;
  /** The first picture in small, as a data URL. Absent if this browser could not show it. */
  picture?: string;
  /** Whether this device has seen it on the site. */
  wasShown?: boolean;
}

const NAME = "your_finds";
/** The most states that one request may ask for. */
const MAX = 50;
const NONE: DeviceFind[] = [];

const listeners = new Set<() => void>();
let last = { text: "", finds: NONE };

/** Returns the same list until it changes. Empty without browser storage. */
export function readDeviceFinds(): DeviceFind[] {
  const text = readText();
  if (text !== last.text) last = { text, finds: parse(text) };
  return last.finds;
}

export const noDeviceFinds = () => NONE;

export function watchDeviceFinds(listener: () => void) {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

export const toDeviceFind = (
  { findKey, fields }: Pick<FindToSend, "findKey" | "fields">,
  uuid: string,
): DeviceFind => ({
  uuid,
  findKey,
  rockNumber: Number(fields.rockNumber),
  location: fields.location,
});

export function addDeviceFind(find: DeviceFind) {
  const others = readDeviceFinds().filter(({ uuid }) => uuid !== find.uuid);
  write([find, ...others].slice(0, MAX));
}

export function removeDeviceFind(removed: string) {
  write(readDeviceFinds().filter(({ uuid }) => uuid !== removed));
}

export function markShown(shown: Set<string>) {
  const finds = readDeviceFinds();
  if (finds.some(({ uuid, wasShown }) => shown.has(uuid) && !wasShown))
    write(
      finds.map((find) =>
        shown.has(find.uuid) ? { ...find, wasShown: true } : find,
      ),
    );
}

export function setPicture(uuid: string, picture: string) {
  write(
    readDeviceFinds().map((find) =>
      find.uuid === uuid ? { ...find, picture } : find,
    ),
  );
}

const readText = () => readStored("localStorage", NAME) ?? "";

function parse(text: string): DeviceFind[] {
  try {
    return text === "" ? NONE : (JSON.parse(text) as DeviceFind[]);
  } catch {
    return NONE;
  }
}

function write(finds: DeviceFind[]) {
  // A browser without storage or room has no list. The find itself is sent anyway.
  keepStored("localStorage", NAME, JSON.stringify(finds));
  for (const listener of listeners) listener();
}
