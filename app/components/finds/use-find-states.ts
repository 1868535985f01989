import { useEffect, useState } from "react";
import type { FindState } from "#domain/finds/answers.ts";
import { read } from "#app/components/api/send.ts";
import { useIsOnline } from "#app/components/visitor/use-is-online.ts";
import {
  changeDeviceFinds,
  type DeviceFind,
} from "../share/queue/device-finds.ts";

/** By find; null if the site does not have the find. */
export type FindStates = Map<string, FindState | null>;

/** Asks the site how these finds are doing, and again when there is a connection again. */
export function useFindStates(finds: DeviceFind[]) {
  const [answer, setAnswer] = useState<{
    states: FindStates;
    hasFailed: boolean;
  }>({ states: new Map(), hasFailed: false });
  const isOnline = useIsOnline();
  const keys = JSON.stringify(
    finds.map(({ uuid, findKey }) => ({ uuid, find_key: findKey })),
  );

  useEffect(() => {
    if (keys === "[]") return;
    const left = new AbortController();
    const asked = JSON.parse(keys) as { uuid: string; find_key: string }[];
    read(
      "POST /api/finds/states",
      // The keys go in the body, so that they are in no log.
      { body: { finds: asked } },
      left.signal,
    ).then(
      (states) => {
        setAnswer({
          states: new Map(
            asked.map(({ uuid }) => [
              uuid,
              states.find((state) => state.uuid === uuid) ?? null,
            ]),
          ),
          hasFailed: false,
        });
        changeDeviceFinds(
          states.filter(({ show }) => show).map(({ uuid }) => uuid),
          { wasShown: true },
        );
      },
      (error: unknown) => {
        if (left.signal.aborted) return;
        console.error("Error loading your finds", error);
        setAnswer(({ states }) => ({ states, hasFailed: true }));
      },
    );
    return () => left.abort();
  }, [keys, isOnline]);

  return answer;
}
