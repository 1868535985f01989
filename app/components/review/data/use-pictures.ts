import { useEffect, useState, useSyncExternalStore } from "react";
import { reviewImageAddress } from "#domain/store/media-addresses.ts";
import { reviewFetch, type ReviewAccess } from "./review-door.ts";

/** An object URL; undefined while it is loading, null if it could not be loaded. */
export type PictureUrl = string | null | undefined;

/** The pictures of hidden finds, which an `<img>` alone can't load with a key. Each is fetched once. */
export class PictureStore {
  private readonly urls = new Map<string, PictureUrl>();
  private readonly listeners = new Set<() => void>();

  constructor(private readonly door: ReviewAccess) {}

  subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  get = (address: string) => this.urls.get(address);

  load(address: string) {
    // One that could not be loaded is tried again the next time that it is needed.
    if (this.urls.has(address) && this.urls.get(address) !== null) return;
    this.urls.set(address, undefined);
    void this.fetch(address).then((url) => {
      if (this.urls.has(address)) this.urls.set(address, url);
      else if (url) URL.revokeObjectURL(url);
      for (const listener of this.listeners) listener();
    });
  }

  private async fetch(address: string) {
    try {
      const answer = await reviewFetch(this.door, address);
      return URL.createObjectURL(await answer.blob());
    } catch (error) {
      console.error(`Error loading ${address}`, error);
      return null;
    }
  }

  /** Frees the pictures of all finds but these. */
  keepOnly(uuids: readonly string[]) {
    for (const [address, url] of this.urls) {
      if (uuids.some((uuid) => address.includes(uuid))) continue;
      if (url) URL.revokeObjectURL(url);
      this.urls.delete(address);
    }
  }
}

/** A store that frees its pictures when the screen is left. */
export function usePictureStore(door: ReviewAccess) {
  const [store] = useState(() => new PictureStore(door));
  useEffect(() => () => store.keepOnly([]), [store]);
  return store;
}

export interface PictureOf {
  uuid: string;
  name: string;
  size: "sm" | "webp";
}

export const addressOf = ({ uuid, name, size }: PictureOf) =>
  reviewImageAddress(uuid, size, name);

/** The URL of a picture that is on the screen. */
export function usePicture(
  store: PictureStore,
  picture: PictureOf,
): PictureUrl {
  const address = addressOf(picture);
  useEffect(() => store.load(address), [store, address]);
  const get = () => store.get(address);
  return useSyncExternalStore(store.subscribe, get, () => undefined);
}
