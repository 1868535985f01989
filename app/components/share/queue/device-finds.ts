import { useSyncExternalStore } from "react";
import { keepStored, readStored } from "#app/components/visitor/stored.ts";
import type { FindToSend } from "#app/components/share/queue/find-store.ts";

/** The finds that were sent from this device, with the keys that open their pages. Newest first. */
export interface DeviceFind {
  uuid: string;
  findKey: string;
  rockNumber: number;
  /** In the finder's words. Absent in lists of older versions of the site. */
  location?: string;
  /** The first picture in small, as a data URL. Absent if this browser could not show it. */
  picture?: string;
}

const NAME = "your_finds";
/** The most states that one request may ask for. */
const MAX = 50;
const NONE: DeviceFind[] = [];

const listeners = new Set<() => void>();
let last = { text: "", finds: NONE };

/** The list of this device. Empty without browser storage. */
export const useDeviceFinds = () =>
  useSyncExternalStore(watch, readFinds, () => NONE);

/** Returns the same list until it changes. */
function readFinds() {
  const text = readStored("localStorage", NAME) ?? "";
  if (text !== last.text) last = { text, finds: parse(text) };
  return last.finds;
}

function parse(text: string) {
  try {
    return JSON.parse(text) as DeviceFind[];
  } catch {
    return NONE;
  }
}

function watch(listener: () => void) {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** A browser without storage or room has no list. The find itself is sent anyway. */
function change(toFinds: (finds: DeviceFind[]) => DeviceFind[]) {
  const text = JSON.stringify(toFinds(readFinds()));
  if (text === last.text) return;
  keepStored("localStorage", NAME, text);
  for (const listener of listeners) listener();
}

export const addDeviceFind = (
  { findKey, fields }: Pick<FindToSend, "findKey" | "fields">,
  uuid: string,
  picture?: string,
) =>
  change((finds) => [
    {
      uuid,
      findKey,
      rockNumber: Number(fields.rockNumber),
      location: fields.location,
      picture,
    },
    ...finds.filter((find) => find.uuid !== uuid).slice(0, MAX - 1),
  ]);

export const removeDeviceFind = (uuid: string) =>
  change((finds) => finds.filter((find) => find.uuid !== uuid));

/** The address of the finder page. The key is in the fragment, which browsers don't send to a server. */
export const finderPageAddress = (uuid: string, findKey: string) =>
  `/finds/${uuid}#${findKey}`;
