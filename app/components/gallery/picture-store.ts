import { useEffect, useState, useSyncExternalStore } from "react";
import { PATIENCE_MS, type Access } from "../api/send.ts";
import { timeout } from "../api/timeout.ts";
import { fetchEarly } from "../api/fetch-early.ts";

export interface PictureOf {
  uuid: string;
  name: string;
  size: "sm" | "webp";
}

/** Pictures of hidden finds, which an `<img>` alone can't load, because a header has the key. Each is fetched once. */
export class PictureStore {
  /** Object URLs by address: undefined while it is loading, null if it could not be loaded. */
  private readonly urls = new Map<string, string | null | undefined>();
  private readonly listeners = new Set<() => void>();
  private version = 0;

  constructor(
    private readonly addressOf: (picture: PictureOf) => string,
    private readonly access: Access,
  ) {}

  subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  getVersion = () => this.version;

  get = (picture: PictureOf) => this.urls.get(this.addressOf(picture));

  async load(picture: PictureOf) {
    const address = this.addressOf(picture);
    // One that could not be loaded is tried again the next time that it is needed.
    if (this.urls.has(address) && this.urls.get(address) !== null) return;
    this.urls.set(address, undefined);
    let url: string | null = null;
    try {
      const signal = timeout(PATIENCE_MS);
      const answer = await fetchEarly(address, { ...this.access, signal });
      if (!answer.ok) throw new Error(`the answer was ${answer.status}`);
      url = URL.createObjectURL(await answer.blob());
    } catch (error) {
      console.error(`Error loading ${address}`, error);
    }
    if (this.urls.has(address)) this.urls.set(address, url);
    else if (url) URL.revokeObjectURL(url);
    this.version++;
    for (const listener of this.listeners) listener();
  }

  /** Frees an image's pictures, because it is made again. They are loaded again when they are next needed. */
  forget = (name: string) => this.free((address) => address.includes(name));

  keepOnly = (uuids: readonly string[]) =>
    this.free((address) => !uuids.some((uuid) => address.includes(uuid)));

  private free(isOver: (address: string) => boolean) {
    for (const [address, url] of this.urls) {
      if (!isOver(address)) continue;
      if (url) URL.revokeObjectURL(url);
      this.urls.delete(address);
    }
  }
}

/** A store that frees its pictures when the screen is left. */
export function usePictureStore(
  addressOf: (picture: PictureOf) => string,
  access: Access,
) {
  const [store] = useState(() => new PictureStore(addressOf, access));
  useEffect(() => () => store.keepOnly([]), [store]);
  return store;
}

/** The URLs of pictures that are on the screen: undefined while one is loading, null if it could not be loaded. */
export function usePictures(store: PictureStore, pictures: PictureOf[]) {
  const wanted = JSON.stringify(pictures);
  useEffect(() => {
    for (const picture of JSON.parse(wanted) as PictureOf[])
      void store.load(picture);
  }, [store, wanted]);
  useSyncExternalStore(store.subscribe, store.getVersion, () => 0);
  return pictures.map(store.get);
}
