import type { SecondConnection } from "#db/copy.server.ts";
import { examine, type Sum, type Wrong } from "./examine.server.ts";
import { countOriginals, idOf, listExpected } from "./expected.server.ts";
import { inParallel, lookUntilSure } from "./looks.server.ts";
import { listFiles, listLeft } from "./unlisted.server.ts";
import { requireStoreOf } from "../store/open-site.server.ts";
import { NOT_CHECKED } from "./with-site.server.ts";

/** Findings of a check. Paths are those of the store, in order. */
export interface CheckResult {
  /** Number of expected files. */
  originals: number;
  /** Number of them that could not be compared, because they were never read before. */
  unread: number;
  /** Those that are missing or changed. */
  wrong: Wrong[];
  /** Files that no row names. */
  unlisted: string[];
}

interface CheckOptions {
  /** Takes the checksums of originals that were never read before. Without it, they are not read now either. */
  onSums?: (sums: Sum[]) => void;
  /** Called with `done` of about `total` originals. */
  onProgress?: (done: number, total: number) => void;
}

/** Suspects, to be looked at again before anybody is told. */
interface Suspects {
  /** By `idOf`. */
  wrong: Map<string, Wrong>;
  unlisted: Set<string>;
}

const SUMS_AT_ONCE = 500;

/**
 * Compares database, store and checksums, while the site may run. Removes and writes nothing.
 * @throws {DomainError} unavailable when the store is away
 */
export async function checkOriginals(
  db: SecondConnection,
  { onSums, onProgress }: CheckOptions = {},
): Promise<CheckResult> {
  const suspects: Suspects = { wrong: new Map(), unlisted: new Set() };
  for (const file of listFiles()) suspects.unlisted.add(file);
  const total = countOriginals(db);
  let originals = 0;
  let unread = 0;
  const sums: Sum[] = [];
  await inParallel(listExpected(db), async (expected) => {
    suspects.unlisted.delete(expected.place);
    const { wrong, sum, isUnread } = await examine(expected, {
      takesSums: onSums !== undefined,
    });
    if (wrong) suspects.wrong.set(idOf(expected), wrong);
    if (isUnread) unread++;
    if (sum) sums.push(sum);
    if (sums.length === SUMS_AT_ONCE) onSums?.(sums.splice(0));
    originals++;
    onProgress?.(originals, total);
  });
  if (sums.length > 0) onSums?.(sums);
  const found = await confirmSuspects(db, suspects);
  return { originals, unread, ...found };
}

/**
 * Looks again at what seems to be wrong.
 * @throws {DomainError} unavailable when the store is away
 */
export async function confirmSuspects(
  db: SecondConnection,
  suspects: Suspects,
): Promise<Pick<CheckResult, "wrong" | "unlisted">> {
  const again = (suspects: Suspects) => lookAgain(db, suspects);
  // At once, because the first look may have taken hours.
  const seen = count(suspects) === 0 ? suspects : await again(suspects);
  const sure = await lookUntilSure(seen, count, again, findCommon);
  requireStoreOf(db, NOT_CHECKED);
  return {
    wrong: [...sure.wrong.values()].sort((a, b) =>
      a.place < b.place ? -1 : 1,
    ),
    unlisted: [...sure.unlisted].sort(),
  };
}

const count = ({ wrong, unlisted }: Suspects) => wrong.size + unlisted.size;

/** Findings of two looks at the same place. */
function findCommon(now: Suspects, before: Suspects): Suspects {
  const isSame = ([id, { kind, place }]: [string, Wrong]) =>
    before.wrong.get(id)?.kind === kind &&
    before.wrong.get(id)?.place === place;
  return {
    wrong: new Map([...now.wrong].filter(isSame)),
    unlisted: now.unlisted,
  };
}

async function lookAgain(
  db: SecondConnection,
  suspects: Suspects,
): Promise<Suspects> {
  const wrong = new Map<string, Wrong>();
  const unlisted = await listLeft(db, suspects.unlisted, async (unlisted) => {
    for (const expected of listExpected(db)) {
      unlisted.delete(expected.place);
      const id = idOf(expected);
      if (!suspects.wrong.has(id)) continue;
      const seen = await examine(expected, { takesSums: false });
      if (seen.wrong) wrong.set(id, seen.wrong);
    }
  });
  return { wrong, unlisted };
}
