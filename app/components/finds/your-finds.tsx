import { useEffect, useId, useState, useSyncExternalStore } from "react";
import type { FindState } from "#domain/finds/answers.ts";
import { formatDay } from "../rocks/days.ts";
import { findPage } from "#app/components/share/queue/find-store.ts";
import {
  noDeviceFinds,
  noteShown,
  readDeviceFinds,
  watchDeviceFinds,
  type DeviceFind,
} from "./device-finds.ts";
import "./your-finds.css";

/** The finds that were sent from this device, and how each is doing. Nothing when there are none. */
export function YourFinds() {
  const heading = useId();
  const finds = useSyncExternalStore(
    watchDeviceFinds,
    readDeviceFinds,
    noDeviceFinds,
  );
  const states = useStates(finds);
  const listed = finds.filter(
    ({ uuid }) => states === "failed" || states?.has(uuid),
  );
  if (!states || listed.length === 0) return null;
  return (
    <section className="your-finds" aria-labelledby={heading}>
      <h2 id={heading}>Your finds</h2>
      {states === "failed" && (
        <p role="status">
          We couldn’t ask how they are doing. You may be offline.
        </p>
      )}
      <ul>
        {listed.map((find) => {
          const state = states === "failed" ? undefined : states.get(find.uuid);
          const number = state?.rock_number ?? find.rockNumber;
          return (
            <li key={find.uuid}>
              <a href={findPage(find.uuid, find.findKey)}>
                {number === 0 ? "A rock" : `Rock ${number}`}
              </a>
              {state && (
                <>
                  <span>{formatDay(state.date)}</span>
                  <span className="your-finds-state" data-shown={state.show}>
                    {describe(state, find)}
                  </span>
                </>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const describe = ({ show }: FindState, { wasShown }: DeviceFind) =>
  show
    ? "On the site"
    : wasShown
      ? "Hidden again until somebody looks at it"
      : "Waiting until somebody looks at it";

/** Undefined until the site has answered. A find that it doesn't know has no state. */
function useStates(finds: DeviceFind[]) {
  const [states, setStates] = useState<Map<string, FindState> | "failed">();

  useEffect(() => {
    if (finds.length === 0) return;
    const left = new AbortController();
    fetchStates(finds, left.signal).then(
      (states) => {
        setStates(states);
        noteShown(
          new Set(
            [...states.values()].flatMap((s) => (s.show ? [s.uuid] : [])),
          ),
        );
      },
      (error: unknown) => {
        if (left.signal.aborted) return;
        console.error("Error loading your finds", error);
        setStates("failed");
      },
    );
    return () => left.abort();
  }, [finds]);

  return states;
}

async function fetchStates(finds: DeviceFind[], signal: AbortSignal) {
  const answer = await fetch("/api/finds/states", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      finds: finds.map(({ uuid, findKey }) => ({ uuid, find_key: findKey })),
    }),
    signal,
  });
  if (!answer.ok) throw new Error(`the answer was ${answer.status}`);
  const states = (await answer.json()) as FindState[];
  return new Map(states.map((state) => [state.uuid, state]));
}
