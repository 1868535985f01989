import { useCallback, useEffect, useRef, useState } from "react";
import type { Blur } from "#core/blurs.ts";
import type { ReviewFind } from "#domain/review/answers.ts";
import { BoxesChanged } from "#app/components/faces/boxes-changed.ts";
import { usePolling } from "#app/components/api/use-polling.ts";
import { useToast } from "#app/components/toast/toast-region.tsx";
import {
  type Access,
  type ApiError,
  ask,
  PATIENCE_MS,
  read,
} from "#app/components/api/send.ts";
import { timeout } from "#app/components/api/timeout.ts";

export const PAGE = 6;
/** More are loaded when fewer than these are left, so that the next one is always there. */
const AHEAD_MIN = 3;
const INTERVAL_MS = 60_000;

/** The finds that wait: the next ones, and how many there are. */
export interface ReviewQueue {
  ahead: ReviewFind[];
  waiting: number;
}

interface Decision {
  find: ReviewFind;
  show: boolean;
  undo: string;
}

export type Review = ReturnType<typeof useReview>;

export const nameOf = ({ rock_number }: Pick<ReviewFind, "rock_number">) =>
  rock_number === 0 ? "The rock without a number" : `Rock ${rock_number}`;

/** Whether showing a find puts it where its finder says that it was. */
const takesSuggestion = ({ place }: ReviewFind) =>
  place.suggestion !== null && place.latitude === null && !place.no_place;

/** The finds that wait, one after the other, and the decisions of this visit. */
export function useReview(access: Access, first?: ReviewQueue) {
  const [{ ahead, waiting }, setQueue] = useState<ReviewQueue>(
    first ?? { ahead: [], waiting: 0 },
  );
  const [past, setPast] = useState<Decision[]>([]);
  /** `closed` if the key, or the session, doesn't open anything any more. */
  const [state, setState] = useState<
    "loading" | "loaded" | "failed" | "closed"
  >(first ? "loaded" : "loading");
  const [busy, setBusy] = useState<"show" | "hide" | "undo">();
  /** The reason that the last step was refused. The find stays. */
  const [problem, setProblem] = useState<string>();
  const toast = useToast();
  /** A generation counter: a list that was asked for before the latest step is discarded. */
  const step = useRef(0);

  const fail = useCallback((thrown: unknown, more = "") => {
    const { status, message } = thrown as ApiError;
    console.error("The review's call failed", thrown);
    if (status === 401) setState("closed");
    else setProblem(message + more);
  }, []);

  const load = useCallback(async () => {
    const round = step.current;
    try {
      const answer = await ask(
        "GET /api/review",
        { query: { limit: PAGE } },
        { ...access, signal: timeout(PATIENCE_MS) },
      );
      const ahead = (await answer.json()) as ReviewFind[];
      if (round !== step.current) return;
      const waiting = Number(answer.headers.get("Total-Count"));
      setQueue((now) => merge(now, { ahead, waiting }));
      setState("loaded");
    } catch (error) {
      console.error("Error loading the finds that wait", error);
      setState((error as ApiError).status === 401 ? "closed" : "failed");
    }
  }, [access]);

  const isShort = ahead.length < Math.min(AHEAD_MIN, waiting);
  const needsMore =
    state !== "closed" &&
    busy === undefined &&
    (state === "loading" || isShort);
  useEffect(() => {
    if (needsMore) void load();
  }, [needsMore, load, past.length]);

  const [find] = ahead;
  usePolling(true, load, isUnfinished(find) ? undefined : INTERVAL_MS);

  /** Loads a find again after somebody has changed it. If it no longer waits, it makes room for the next. */
  const reload = useCallback(
    async ({ uuid }: Pick<ReviewFind, "uuid">) => {
      const now = await read(
        "GET /api/review/:uuid",
        { params: { uuid } },
        access,
      ).catch((error: ApiError) => {
        if (error.status !== 404) throw error;
      });
      step.current++;
      setQueue((queue) =>
        now?.waiting ? withFind(queue, now) : without(queue, uuid),
      );
      return now;
    },
    [access],
  );

  /** Runs a step; no other begins meanwhile. */
  async function take(
    name: NonNullable<typeof busy>,
    run: () => Promise<void>,
    onRefused: (error: ApiError) => Promise<void> | void,
  ) {
    if (busy) return;
    setBusy(name);
    setProblem(undefined);
    step.current++;
    try {
      await run();
    } catch (error) {
      await onRefused(error as ApiError);
    } finally {
      step.current++;
      setBusy(undefined);
    }
  }

  /**
   * @param close keeps it hidden even if its finder corrects it
   * @param pictures goes on with those that were approved, if originals came after them
   */
  function decide(
    show: boolean,
    { close, pictures }: { close?: boolean; pictures?: "approved" } = {},
  ) {
    if (!find) return;
    const run = async () => {
      const use_suggestion = show && takesSuggestion(find);
      const body = { show, close, pictures, use_suggestion };
      // Refused if somebody has changed the find since it was looked at.
      const headers = { ...access.headers, "If-Match": `"${find.version}"` };
      const { undo } = await read(
        "POST /api/review/:uuid",
        { params: { uuid: find.uuid }, body },
        { headers },
      );
      const decision = undo === null ? undefined : { find, show, undo };
      if (decision) setPast((all) => [...all, decision]);
      setQueue((queue) => without(queue, find.uuid));
      toast(
        `${nameOf(find)} ${show ? "is shown" : close ? "stays hidden for good" : "stays hidden"}.`,
        {
          action: decision && {
            label: "Undo",
            run: () => takeBack(decision),
          },
        },
      );
    };
    void take(show ? "show" : "hide", run, (error) => explain(error, find));
  }

  /** After a refusal the find is loaded again, because somebody else may have changed it. */
  async function explain(refusal: ApiError, find: ReviewFind) {
    const { status, message } = refusal;
    if (status !== 409 && status !== 404)
      return fail(
        refusal,
        " Nothing is lost: the find still waits. Please try again.",
      );
    try {
      const now = await reload(find);
      if (now?.waiting) setProblem(`${message} This is how it is now.`);
      else toast(now ? message : `${nameOf(find)} is not there any more.`);
    } catch (error) {
      fail(error);
    }
  }

  /**
   * Saves the hidden areas of a picture, which is then made again.
   * @param seen the find as it is on the screen
   * @param changed the boxes and the version that the editor has got since
   * @throws {ApiError | BoxesChanged}
   */
  async function hide(
    seen: ReviewFind,
    imageName: string,
    blurs: Blur[],
    changed?: BoxesChanged,
  ) {
    const params = { uuid: seen.uuid, imageName };
    const save = (version: string) =>
      read(
        "PUT /api/review/:uuid/images/:imageName",
        { params, body: { blurs } },
        { headers: { ...access.headers, "If-Match": `"${version}"` } },
      );
    step.current++;
    const now = await save((changed ?? seen).version).catch(
      async (error: ApiError) => {
        if (error.status !== 409) throw error;
        const query = { uuid: seen.uuid };
        const [fresh] = await read("GET /api/review", { query }, access);
        if (!fresh) throw error;
        const boxes = getBoxes(fresh, imageName);
        const known = changed?.blurs ?? getBoxes(seen, imageName);
        if (JSON.stringify(boxes) !== JSON.stringify(known))
          throw new BoxesChanged(boxes, fresh.version);
        // Something else has changed, such as that one of its pictures was made.
        return save(fresh.version);
      },
    );
    step.current++;
    if (!isSameBesides(imageName, now, seen))
      setProblem(
        "This find was changed by someone else meanwhile. This is how it is now.",
      );
    setQueue((queue) => withFind(queue, now));
  }

  function takeBack(decision: Decision) {
    const { find, undo } = decision;
    const forget = () =>
      setPast((all) => all.filter((one) => one !== decision));
    const run = async () => {
      const params = { uuid: find.uuid };
      await read("POST /api/review/:uuid", { params, body: { undo } }, access);
      forget();
      setQueue((queue) => ({
        ahead: [find, ...queue.ahead],
        waiting: queue.waiting + 1,
      }));
      toast(`${nameOf(find)} waits again.`);
    };
    void take("undo", run, (error) => {
      // It can't be undone any more, so it isn't offered again.
      if (error.status === 409 || error.status === 404) forget();
      fail(error);
    });
  }

  return {
    access,
    /** The one to decide on; undefined if none is loaded. */
    find,
    ahead,
    waiting,
    past,
    /** What to show without a find. */
    status: state === "loaded" && waiting > 0 ? "loading" : state,
    busy,
    problem,
    decide,
    hide,
    undo() {
      const last = past.at(-1);
      if (last) takeBack(last);
    },
    reload,
    tryAgain: () => setState("loading"),
  };
}

const imageOf = ({ images }: ReviewFind, imageName: string) =>
  images.find(
    ({ name, original }) => name === imageName || original?.name === imageName,
  );

const getBoxes = (find: ReviewFind, imageName: string) =>
  imageOf(find, imageName)?.blurs ?? [];

/** Whether two states of a find differ in nothing but the boxes of one picture, and in what is made of its pictures. */
function isSameBesides(imageName: string, one: ReviewFind, other: ReviewFind) {
  const [a, b] = [one, other].map((find) => {
    const { version: _version, warnings: _warnings, images, ...rest } = find;
    const edited = imageOf(find, imageName);
    const pictures = images.map(({ name, description, blurs, show }) => ({
      ...{ name, description, show },
      blurs: name === edited?.name ? [] : blurs,
    }));
    return JSON.stringify([rest, pictures]);
  });
  return a === b;
}

const withFind = (
  { ahead, waiting }: ReviewQueue,
  now: ReviewFind,
): ReviewQueue => ({
  ahead: ahead.map((find) => (find.uuid === now.uuid ? now : find)),
  waiting,
});

const without = (
  { ahead, waiting }: ReviewQueue,
  uuid: string,
): ReviewQueue => ({
  ahead: ahead.filter((find) => find.uuid !== uuid),
  waiting: waiting - 1,
});

/**
 * The finds that wait now. The one that is looked at stays first, and as it was seen, even if somebody has decided on it
 * or changed it, because a press is meant for it; deciding on it then says what has happened. Finds that haven't changed
 * stay the same objects.
 */
function merge(now: ReviewQueue, fresh: ReviewQueue): ReviewQueue {
  const [current] = now.ahead;
  const others = fresh.ahead.filter(({ uuid }) => uuid !== current?.uuid);
  const waits = others.length < fresh.ahead.length;
  const known = (find: ReviewFind) =>
    now.ahead.find((one) => JSON.stringify(one) === JSON.stringify(find)) ??
    find;
  const first = fresh.ahead.find(({ uuid }) => uuid === current?.uuid);
  const isSeen = first?.version === current?.version || isUnfinished(current);
  const shown = isSeen ? (first ?? current) : current;
  return {
    ahead: [...(shown ? [shown] : []), ...others].map(known),
    waiting: fresh.waiting + (current && !waits ? 1 : 0),
  };
}

/** Whether a picture is still to come, so that the find isn't seen whole yet. */
const isUnfinished = (find: ReviewFind | undefined) =>
  find?.images.some(({ ready, error }) => !ready && error === null) ?? false;

/** Actions that only the admin has on a reviewed find. */
export interface ReviewTools {
  onEdit: (find: ReviewFind) => void;
  onPlace: (find: ReviewFind) => void;
  /** Saves another rock number. Resolves with why it could not be; undefined if it is saved. */
  saveNumber: (
    find: ReviewFind,
    rockNumber: number,
  ) => Promise<string | undefined>;
}
