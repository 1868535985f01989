import { useCallback, useEffect, useState } from "react";
import {
  ask,
  byKey,
  type ApiError,
  type Given,
  type Name,
  type Sent,
} from "#app/components/api/send.ts";

export type Follow = Given<"GET /api/follow">;

/** State of a key: it opens nothing, a question, or an address's follow. `stopped` keeps the follow as it was. */
export type FollowState =
  | { is: "loading" }
  | { is: "closed" }
  | { is: "open"; follow: Follow }
  | { is: "stopped"; follow: Follow; all: boolean };

const PATIENCE_MS = 20_000;
/** The key opens nothing, or nothing any more. */
const CLOSED = 401;

/** Reads the follow of a mail's key, which changes nothing, and confirms or stops it. The key is in a header. */
export function useFollow(key: string | undefined) {
  const [state, setState] = useState<FollowState>({ is: "loading" });
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  const call = useCallback(
    async <N extends Name>(
      name: N,
      sent: Sent<N>,
      onDone: (answer: Given<N>) => FollowState,
    ) => {
      setBusy(true);
      setFailure(undefined);
      try {
        const answer = await ask(name, sent, {
          ...byKey(key ?? ""),
          signal: AbortSignal.timeout(PATIENCE_MS),
        });
        const body: unknown = await answer.json().catch(() => undefined);
        setState(onDone(body as Given<N>));
      } catch (error) {
        const { status, message } = error as ApiError;
        if (status === CLOSED) setState({ is: "closed" });
        else setFailure(message);
      } finally {
        setBusy(false);
      }
    },
    [key],
  );

  const read = useCallback(
    () =>
      void call("GET /api/follow", {}, (follow) => ({ is: "open", follow })),
    [call],
  );
  useEffect(() => {
    if (key === undefined) return;
    setState({ is: key === "" ? "closed" : "loading" });
    if (key !== "") read();
  }, [key, read]);

  return {
    state,
    isBusy,
    failure,
    read,
    confirm: (follow: Follow) =>
      void call("POST /api/follow/confirm", {}, () => ({
        is: "open",
        follow: { ...follow, state: "confirmed" },
      })),
    stop: (follow: Follow, all: boolean) =>
      void call("POST /api/follow/stop", { body: { all } }, () => ({
        is: "stopped",
        follow,
        all,
      })),
  };
}
