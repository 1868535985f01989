import { useEffect, useState, useSyncExternalStore } from "react";
import { addressOf, type Sent } from "#app/components/api/send.ts";
import { reviewFetch, type ReviewAccess } from "./review-access.ts";

const NAME = "GET /api/review/:uuid/images/:imageName";

export interface PictureOf {
  uuid: string;
  name: string;
  size: "sm" | "webp";
}

const sentOf = ({ uuid, name, size }: PictureOf): Sent<typeof NAME> => ({
  params: { uuid, imageName: name },
  query: { size },
});
const keyOf = (picture: PictureOf) => addressOf(NAME, sentOf(picture));

/** An object URL; undefined while it is loading, null if it could not be loaded. */
export type PictureUrl = string | null | undefined;

/** The pictures of hidden finds, which an `<img>` alone can't load with a key. Each is fetched once. */
export class PictureStore {
  private readonly urls = new Map<string, PictureUrl>();
  private readonly listeners = new Set<() => void>();

  constructor(private readonly access: ReviewAccess) {}

  subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  get = (picture: PictureOf) => this.urls.get(keyOf(picture));

  load(picture: PictureOf) {
    const address = keyOf(picture);
    // One that could not be loaded is tried again the next time that it is needed.
    if (this.urls.has(address) && this.urls.get(address) !== null) return;
    this.urls.set(address, undefined);
    void this.fetch(picture).then((url) => {
      if (this.urls.has(address)) this.urls.set(address, url);
      else if (url) URL.revokeObjectURL(url);
      for (const listener of this.listeners) listener();
    });
  }

  private async fetch(picture: PictureOf) {
    try {
      const answer = await reviewFetch(this.access, NAME, sentOf(picture));
      return URL.createObjectURL(await answer.blob());
    } catch (error) {
      console.error(`Error loading ${keyOf(picture)}`, error);
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
export function usePictureStore(access: ReviewAccess) {
  const [store] = useState(() => new PictureStore(access));
  useEffect(() => () => store.keepOnly([]), [store]);
  return store;
}

/** The URL of a picture that is on the screen. */
export function usePicture(
  store: PictureStore,
  picture: PictureOf,
): PictureUrl {
  const { uuid, name, size } = picture;
  useEffect(() => store.load({ uuid, name, size }), [store, uuid, name, size]);
  const get = () => store.get(picture);
  return useSyncExternalStore(store.subscribe, get, () => undefined);
}
