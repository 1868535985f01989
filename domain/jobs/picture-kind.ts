import type { Tx } from "#db/client.server.ts";
import type { OriginalPlace, DeriveTask } from "../store/paths.ts";
import type { DeriveResult, Picture } from "./catalogue.ts";

type KindName = Picture["of"];
export type KeyOf<O extends KindName> = Extract<Picture, { of: O }>["key"];
export type Reader = Pick<Tx, "select">;

/** The site's functions for one kind of picture. */
export interface PictureKind<O extends KindName = KindName> {
  /** The paths as of now; undefined when the picture has been deleted. */
  getTask(key: KeyOf<O>, db: Reader): DeriveTask | undefined;
  /** Notes what was made, and counts the picture as ready. */
  applyResult(tx: Tx, key: KeyOf<O>, result: DeriveResult): void;
  applyFailure(tx: Tx, key: KeyOf<O>, error: string): void;
  /** The key of the picture whose original is at a place; undefined when there is none. */
  getKey(place: Extract<OriginalPlace, { of: O }>): KeyOf<O> | undefined;
  isReady(key: KeyOf<O>): boolean;
  /** Counts the picture as one without derivatives. */
  unmake(tx: Tx, key: KeyOf<O>): void;
}
