import { useCallback, useEffect, useRef, useState } from "react";
import type { Blur } from "#core/blurs.ts";
import type { ReviewFind } from "#domain/review/answers.ts";
import type { Notice } from "#app/components/toast/toast.tsx";
import {
  type ApiError,
  ask,
  type Given,
  type Name,
  type Sent,
} from "#app/components/api/send.ts";

/** Finds loaded at a time. */
export const PAGE = 6;
/** More are loaded when fewer than these are left, so that the next one is always there. */
const AHEAD_MIN = 3;
/** How often to check for new finds. */
const INTERVAL_MS = 60_000;

/** The oldest finds that wait, and how many there are in all. */
export interface ReviewPage {
  finds: ReviewFind[];
  total: number;
}

interface Queue {
  /** The loaded ones, the one that is looked at first. */
  ahead: ReviewFind[];
  /** Number of all that wait. */
  waiting: number;
}

interface Decision {
  find: ReviewFind;
  show: boolean;
  /** The token that takes it back. */
  undo: string;
}

/** Result of the last step. */
interface ReviewNotice extends Notice {
  /** The find that it is about. */
  find?: ReviewFind;
}

export type Review = ReturnType<typeof useReview>;

/** 'Rock 31'; the number may be unknown. */
export const nameOf = ({ rock_number }: Pick<ReviewFind, "rock_number">) =>
  rock_number === 0 ? "The rock without a number" : `Rock ${rock_number}`;

/** Whether showing a find puts it where its finder says that it was. */
const takesSuggestion = ({ place }: ReviewFind) =>
  place.suggestion !== null && place.latitude === null && !place.no_place;

/** The finds that wait, one after the other, and the decisions of this visit. */
export function useReview(access: ReviewAccess, first?: ReviewPage) {
  const [{ ahead, waiting }, setQueue] = useState<Queue>({
    ahead: first?.finds ?? [],
    waiting: first?.total ?? 0,
  });
  const [past, setPast] = useState<Decision[]>([]);
  const [isLoaded, setIsLoaded] = useState(first !== undefined);
  const [isFailed, setIsFailed] = useState(false);
  const [isClosed, setIsClosed] = useState(false);
  const [busy, setBusy] = useState<"show" | "hide" | "undo">();
  /** The reason that the last step was refused. The find stays. */
  const [problem, setProblem] = useState<string>();
  const [notice, setNotice] = useState<ReviewNotice>();
  /** A generation counter: a list that was asked for before the latest step is discarded. */
  const step = useRef(0);

  const fail = useCallback(
    (thrown: unknown, words: (said: string) => string) => {
      const error = thrown as ApiError;
      console.error("The review's call failed", error);
      if (error.status === 401) setIsClosed(true);
      else setProblem(words(error.message));
    },
    [],
  );

  const load = useCallback(async () => {
    const round = step.current;
    try {
      const { answer: finds, headers } = await reviewCall(
        access,
        "GET /api/review",
        { query: { limit: PAGE } },
      );
      if (round !== step.current) return;
      const total = Number(headers.get("Total-Count"));
      setQueue((now) => merge(now, { ahead: finds, waiting: total }));
      setIsLoaded(true);
      setIsFailed(false);
    } catch (error) {
      console.error("Error loading the finds that wait", error);
      if ((error as ApiError).status === 401) setIsClosed(true);
      else setIsFailed(true);
    }
  }, [access]);

  const isShort = ahead.length < Math.min(AHEAD_MIN, waiting);
  const needsMore = !isClosed && busy === undefined && (!isLoaded || isShort);
  useEffect(() => {
    if (needsMore) void load();
  }, [needsMore, load, past.length]);

  useEffect(() => {
    const loadIfVisible = () => {
      if (document.visibilityState === "visible") void load();
    };
    const timer = setInterval(loadIfVisible, INTERVAL_MS);
    document.addEventListener("visibilitychange", loadIfVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", loadIfVisible);
    };
  }, [load]);

  const [find] = ahead;

  /** Loads a find again after somebody has changed it. If it no longer waits, it makes room for the next. */
  const reload = useCallback(
    async ({ uuid }: ReviewFind) => {
      const { answer } = await reviewCall(access, "GET /api/review", {
        query: { uuid },
      });
      const [now] = answer;
      step.current++;
      setQueue((queue) =>
        now?.waiting
          ? {
              ...queue,
              ahead: queue.ahead.map((one) => (one.uuid === uuid ? now : one)),
            }
          : without(queue, uuid),
      );
      return now;
    },
    [access],
  );

  /**
   * @param close keeps it hidden even if its finder corrects it
   * @param pictures which ones are shown, if originals came after those that were approved
   */
  async function decide(
    show: boolean,
    {
      close = false,
      pictures,
    }: { close?: boolean; pictures?: "new" | "approved" } = {},
  ) {
    if (!find || busy) return false;
    setBusy(show ? "show" : "hide");
    setProblem(undefined);
    step.current++;
    try {
      const body = {
        show,
        ...(close ? { close } : {}),
        ...(pictures ? { pictures } : {}),
        ...(show && takesSuggestion(find) ? { use_suggestion: true } : {}),
      };
      const { answer } = await reviewCall(
        access,
        "POST /api/review/:uuid",
        { params: { uuid: find.uuid }, body },
        find.version,
      );
      const { undo } = answer;
      const decision = undo === null ? undefined : { find, show, undo };
      if (decision) setPast((all) => [...all, decision]);
      setQueue((queue) => without(queue, find.uuid));
      setNotice({
        text: `${nameOf(find)} ${show ? "is shown" : close ? "stays hidden for good" : "stays hidden"}.`,
        find,
        action: decision && {
          label: "Undo",
          run: () => void takeBack(decision),
        },
      });
      return true;
    } catch (error) {
      await explain(error, find);
      return false;
    } finally {
      step.current++;
      setBusy(undefined);
    }
  }

  /** After a refusal the find is loaded again, because somebody else may have changed it. */
  async function explain(thrown: unknown, find: ReviewFind) {
    const { status, message } = thrown as ApiError;
    if (status !== 409 && status !== 404)
      return fail(
        thrown,
        (said) =>
          `${said} Nothing is lost: the find still waits. Please try again.`,
      );
    try {
      const now = await reload(find);
      if (now?.waiting) setProblem(`${message} This is how it is now.`);
      else
        setNotice({
          text: now ? message : `${nameOf(find)} is not there any more.`,
          find,
        });
    } catch (error) {
      fail(error, (said) => said);
    }
  }

  /**
   * Saves the hidden areas of a picture, which is then made again.
   * @throws {ApiError}
   */
  async function hide({ uuid }: ReviewFind, imageName: string, blurs: Blur[]) {
    step.current++;
    const { answer: now } = await reviewCall(
      access,
      "PUT /api/review/:uuid/images/:imageName",
      { params: { uuid, imageName }, body: { blurs } },
    );
    step.current++;
    setQueue((queue) => ({
      ...queue,
      ahead: queue.ahead.map((one) => (one.uuid === uuid ? now : one)),
    }));
  }

  async function takeBack(decision: Decision) {
    if (busy) return false;
    const { find, undo } = decision;
    setBusy("undo");
    setProblem(undefined);
    setNotice(undefined);
    step.current++;
    try {
      await reviewCall(access, "POST /api/review/:uuid", {
        params: { uuid: find.uuid },
        body: { undo },
      });
      setPast((all) => all.filter((one) => one !== decision));
      setQueue((queue) => ({
        ahead: [find, ...queue.ahead],
        waiting: queue.waiting + 1,
      }));
      setNotice({ text: `${nameOf(find)} waits again.`, find });
      return true;
    } catch (error) {
      const { status } = error as ApiError;
      // It can't be undone any more, so it isn't offered again.
      if (status === 409 || status === 404)
        setPast((all) => all.filter((one) => one !== decision));
      fail(error, (said) => said);
      return false;
    } finally {
      step.current++;
      setBusy(undefined);
    }
  }

  return {
    access,
    /** The one to decide on; undefined if none is loaded. */
    find,
    ahead,
    waiting,
    past,
    status: find
      ? ("ready" as const)
      : isFailed
        ? ("failed" as const)
        : isLoaded && waiting === 0
          ? ("ready" as const)
          : ("loading" as const),
    /** The key, or the session, doesn't open anything any more. */
    isClosed,
    busy,
    problem,
    notice,
    say: setNotice,
    decide,
    hide,
    /** Looks at what waits now. */
    load,
    /** Takes the last decision back. Resolves with whether it could be. */
    undo: () => {
      const last = past.at(-1);
      return last ? takeBack(last) : Promise.resolve(false);
    },
    reload,
    tryAgain: () => {
      setIsFailed(false);
      void load();
    },
  };
}

const without = ({ ahead, waiting }: Queue, uuid: string): Queue => ({
  ahead: ahead.filter((find) => find.uuid !== uuid),
  waiting: waiting - 1,
});

/**
 * The finds that wait now. The one that is looked at stays first even if somebody else has decided on it, so that no other
 * takes its place under a finger; deciding on it then says what has happened. It also stays as it is if its finder has
 * changed it, because a press that follows at once is meant for what was seen. Finds that haven't changed stay the same
 * objects.
 */
function merge(now: Queue, fresh: Queue): Queue {
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

/** Access of the review's calls: the admin's session, or the key of a daily mail. */
export interface ReviewAccess {
  headers: Record<string, string>;
}

export const adminAccess: ReviewAccess = { headers: {} };
/** The key goes in a header, so that it is in no address. */
export const keyAccess = (key: string): ReviewAccess => ({
  headers: { Authorization: `Bearer ${key}` },
});

/** A call gives up after this time, so that nobody waits in vain. */
const PATIENCE_MS = 20_000;

/**
 * Sends a call to the site, and returns the JSON of the answer.
 * @param version of the find as it was looked at; if somebody has changed it meanwhile, a decision is refused
 * @throws {ApiError}
 */
async function reviewCall<N extends Name>(
  { headers }: ReviewAccess,
  name: N,
  sent: Sent<N>,
  version?: string,
) {
  const answer = await ask(name, sent, {
    headers: {
      ...(version === undefined ? {} : { "If-Match": `"${version}"` }),
      ...headers,
    },
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  return { answer: (await answer.json()) as Given<N>, headers: answer.headers };
}

/** Actions that only the admin has on a reviewed find. */
export interface ReviewTools {
  /** Opens the dialog with all fields. */
  onEdit: (find: ReviewFind) => void;
  /** Opens the choice of its place. */
  onPlace: (find: ReviewFind) => void;
  /** Saves another rock number. Resolves with why it could not be; undefined if it is saved. */
  saveNumber: (
    find: ReviewFind,
    rockNumber: number,
  ) => Promise<string | undefined>;
  /** The rock of a number as the catalogue has it; null if it isn't there. */
  lookUp: (rockNumber: number) => Promise<ReviewFind["rock"]>;
}
