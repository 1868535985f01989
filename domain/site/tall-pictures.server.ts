import { writeIfPossible } from "#db/write.server.ts";
import { isAsked, recordJob, startDueJobs } from "../jobs/ledger.server.ts";
import { madeTallPicture, widePicture } from "../store/paths.ts";
import { sitePictures, type SitePictureName } from "./schemas.ts";
import { arrivalTime } from "../store/disk.server.ts";
import { getSitePicture } from "./site-pictures.server.ts";

/** A hero's picture for phones, when an operator has put only the wide one into the store. */

/** Two pictures that arrive within this time are a pair, in any order. */
const PAIR_MS = 600_000;

interface TallPicture {
  path: string;
  /** The picture whose tall one has to be made first. */
  missing?: SitePictureName;
}

/**
 * The file of the store to serve for `bkg/{name}_tall.webp`: the operator's own, unless a newer wide one came
 * without it; then the one that a job makes of the wide one, and the wide one itself until that is ready.
 * Undefined for all other paths, and when the store has nothing of its own.
 */
export function chooseTallPicture(path: string): TallPicture | undefined {
  const name = /^bkg\/(\w+)_tall\.webp$/.exec(path)?.[1];
  if (!isHero(name)) return undefined;
  const wide = widePicture(name);
  const wideArrived = arrivalTime(wide);
  if (!wideArrived) return undefined;
  if (arrivalTime(path) >= wideArrived - PAIR_MS) return { path };
  const made = madeTallPicture(name);
  if (arrivalTime(made) >= wideArrived) return { path: made };
  return { path: wide, missing: name };
}

const isHero = (name: string | undefined): name is SitePictureName =>
  name !== undefined && name !== "logo" && Object.hasOwn(sitePictures, name);

/** Starts the job that makes a tall picture, once. */
export function makeTallPicture(name: SitePictureName) {
  // The job would replace both pictures by ones made from the admin's upload.
  if (getSitePicture(name)) return;
  const payload = { pictures: [{ of: "site" as const, key: name }] };
  if (isAsked("derive", payload)) return;
  writeIfPossible((tx) => recordJob(tx, "derive", payload));
  startDueJobs();
}
