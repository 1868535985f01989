import { useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { usePolling } from "#app/components/api/use-polling.ts";
import { ask, byKey, read, type ApiError } from "#app/components/api/send.ts";
import { fetchEarly } from "#app/components/api/fetch-early.ts";
import type { DraftFields } from "#app/components/share/queue/find-store.ts";
import type { FinderFind, OwnFind } from "#domain/finds/answers.ts";
import type { Blur } from "#core/blurs.ts";
import {
  forgetEdits,
  hasEdits,
  keepEdits,
  NO_EDITS,
  onlyChanges,
  readEdits,
  toChange,
  withField,
  withPicture,
  type FinderEdits,
} from "./finder-edits.ts";

export const keyInAddress = () => window.location.hash.slice(1);

/** What only a find needs that somebody else has changed. */
export const loadConflict = () => import("./finder-conflict.tsx");

/** The find as it was read, and what its finder has changed since. */
export interface Edited {
  find: FinderFind;
  edits: FinderEdits;
  /** The find that the edits were made in, if somebody has changed it since. */
  before?: FinderFind;
}

type Outcome = "saved" | "deleted" | ApiError;
type Loaded = Omit<OwnFind, "find"> & { isTrashed: boolean };

export type FinderPage = ReturnType<typeof useFinderFind>;

/**
 * The find that the address names, with the key from its fragment. What is changed stays on the device until the site
 * has it, and is saved for the version that it was made in alone.
 */
export function useFinderFind(uuid: string) {
  const [own, setOwn] = useState<Loaded>();
  const [edited, setEdited] = useState<Edited>();
  const [isKept, setIsKept] = useState(false);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  /** What is to be done again once there is a connection. */
  const [lost, setLost] = useState<() => void>();
  const latest = useRef(edited);

  /** Also for what comes before the next rendering, because what was drawn is saved at once. */
  function change(next: Edited) {
    latest.current = next;
    setEdited(next);
    const { find, before = find, edits } = next;
    if (hasEdits(edits)) setIsKept(keepEdits(uuid, { before, edits }));
    else forgetEdits(uuid);
  }

  function fail(thrown: unknown, again: () => void) {
    const error = thrown as ApiError;
    setOutcome(error);
    setLost(() => (error.status === 0 ? again : undefined));
  }

  /** Takes the find as it is now. Edits that were made in another version of it wait until their finder has seen both. */
  async function take({ find, ...rest }: OwnFind) {
    setOwn({ ...rest, isTrashed: find === null });
    if (!find) return setEdited(undefined);
    const { current } = latest;
    const made = current
      ? { before: current.find, edits: current.edits }
      : (readEdits(uuid) ?? { before: find, edits: NO_EDITS });
    if (made.before.version === find.version || !hasEdits(made.edits))
      return change({ find, edits: made.edits, before: current?.before });
    const { rebase } = await loadConflict();
    const edits = rebase(made.before, find, made.edits);
    // None is left if the site has saved them, and its answer was lost.
    change({ find, edits, before: hasEdits(edits) ? made.before : undefined });
  }

  async function load() {
    const answer = await ask(
      "GET /api/finds/:uuid",
      { params: { uuid } },
      byKey(keyInAddress()),
      fetchEarly,
    );
    return (await answer.json()) as OwnFind;
  }

  function begin() {
    setOutcome(undefined);
    const opening = load().then(take);
    opening.catch((error: ApiError) => {
      fail(error, begin);
      // Without a connection the device still has what was changed.
      const kept = error.status === 0 ? readEdits(uuid) : undefined;
      if (!kept) return;
      setOwn({ can_follow: false, isTrashed: false });
      change({ find: kept.before, edits: kept.edits });
    });
  }
  const first = useRef(begin);
  // The key may come later, by a link on this page.
  const { hash } = useLocation();
  const [isKeyless, setIsKeyless] = useState(false);
  useEffect(() => {
    const hasKey = hash.length > 1;
    setIsKeyless(!hasKey);
    if (hasKey) first.current();
  }, [uuid, hash]);

  // While some of its images are still being made. An answer that a change has overtaken is out of date.
  const isUnfinished = edited?.find.images.some(
    ({ ready, error }) => !ready && !error,
  );
  usePolling(isUnfinished ?? false, async () => {
    const asked = latest.current;
    const answer = await load().catch(() => undefined);
    const isOther = answer?.find?.version !== asked?.find.version;
    if (!answer || latest.current !== asked) return;
    if (!(isOther && asked && hasEdits(asked.edits))) await take(answer);
  });

  /** @param part of the edits; all of them if absent. @returns why they are not saved, unless somebody has changed the find */
  async function save(part?: FinderEdits): Promise<ApiError | undefined> {
    const { find, edits } = latest.current!;
    const sent = part ?? edits;
    setOutcome(undefined);
    setLost(undefined);
    if (!hasEdits(sent)) {
      setOutcome("saved");
      return;
    }
    setBusy(true);
    try {
      const now = await read(
        "PUT /api/finds/:uuid",
        { params: { uuid }, body: toChange(sent) },
        {
          headers: {
            ...byKey(keyInAddress()).headers,
            "If-Match": `"${find.version}"`,
          },
        },
      );
      change({ find: now, edits: onlyChanges(now, latest.current!.edits) });
      setOutcome("saved");
      // Whether one can follow it depends on the rock.
      if (now.rock_number !== find.rock_number) await take(await load());
    } catch (thrown) {
      const error = thrown as ApiError;
      const isStale = error.status === 409;
      if (isStale)
        await load()
          .then(take)
          .catch(() => {});
      fail(error, () => void save(part));
      return isStale ? undefined : error;
    } finally {
      setBusy(false);
    }
  }

  useEffect(() => {
    if (!lost) return;
    window.addEventListener("online", lost);
    return () => window.removeEventListener("online", lost);
  }, [lost]);

  function edit(how: (edits: FinderEdits) => FinderEdits) {
    const now = latest.current!;
    change({ ...now, edits: onlyChanges(now.find, how(now.edits)) });
    setOutcome((last) => (last === "saved" ? undefined : last));
  }

  return {
    isKeyless,
    own,
    edited,
    isBusy: busy,
    outcome,
    /** Whether something is changed and not saved. */
    isKept,
    isUnsaved: edited !== undefined && hasEdits(edited.edits),
    setField: (name: keyof DraftFields, value: string) =>
      edit((edits) => withField(edits, { [name]: value })),
    setPicture: (
      name: string,
      part: { description?: string; blurs?: Blur[] },
    ) => edit((edits) => withPicture(edits, name, part)),
    save: () => void save(),
    /**
     * Saves what is hidden in one picture, unless its finder still has to choose between two versions.
     * @throws {ApiError} The picture's boxes are kept all the same.
     */
    async hide(name: string, blurs: Blur[]) {
      edit((edits) => withPicture(edits, name, { blurs }));
      const { before, edits } = latest.current!;
      const { blurs: mine } = edits.images[name] ?? {};
      if (!mine || before) return;
      const images = { [name]: { blurs: mine } };
      const error = await save({ fields: {}, images });
      if (error) throw error;
    },
    async remove() {
      setBusy(true);
      setOutcome(undefined);
      try {
        await read(
          "DELETE /api/finds/:uuid",
          { params: { uuid } },
          byKey(keyInAddress()),
        );
        forgetEdits(uuid);
        setOutcome("deleted");
      } catch (error) {
        fail(error, () => {});
      } finally {
        setBusy(false);
      }
    },
    throwAway: () => forgetEdits(uuid),
  };
}
