import { useCallback, useEffect, useState } from "react";
import {
  ask,
  type ApiError,
  type Given,
  type Name,
  type Sent,
} from "#app/components/api/send.ts";

export type Follow = Given<"GET /api/follow">;

/** What a key opens: nothing, a question, or what its address follows. `stopped` remembers what it was until now. */
export type FollowState =
  | { is: "loading" }
  | { is: "closed" }
  | { is: "open"; follow: Follow }
  | { is: "stopped"; follow: Follow; all: boolean };

const PATIENCE_MS = 20_000;
/** The key opens nothing, or nothing any more. */
const CLOSED = 401;

/** Reads what the key of a mail opens, which changes nothing, and confirms or stops it. The key is in a header. */
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
          headers: { Authorization: `Bearer ${key}` },
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
