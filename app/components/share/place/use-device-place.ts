import { useEffect, useRef, useState } from "react";
import { isPlausibleAccuracy } from "#domain/finds/plausible.ts";
import type { Suggestion } from "#domain/finds/schemas.ts";

const TIMEOUT_MS = 30_000;
/** A position of this age still counts: people press a second time. */
const AGE_MAX_MS = 60_000;

export type DeviceState = "idle" | "looking" | "denied" | "failed";

/** Asks the device where it is, but only when `ask` is called. Works without a network. */
export function useDevicePlace(
  onPlace: (place: Omit<Suggestion, "precision">) => void,
) {
  const [state, setState] = useState<DeviceState>("idle");
  /** Counts the questions. An answer to an earlier one comes too late. */
  const asked = useRef(0);
  const latest = useRef(onPlace);
  latest.current = onPlace;

  function ask() {
    const question = ++asked.current;
    setState("looking");
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        if (question !== asked.current) return;
        setState("idle");
        latest.current({
          latitude: coords.latitude,
          longitude: coords.longitude,
          accuracy: isPlausibleAccuracy(coords.accuracy)
            ? coords.accuracy
            : null,
          source: "device",
          // Not the position's own time, which Safari on a Mac counts from 2001. It is a minute old at most.
          taken_dt: new Date().toISOString(),
        });
      },
      ({ code, PERMISSION_DENIED }) => {
        if (question === asked.current)
          setState(code === PERMISSION_DENIED ? "denied" : "failed");
      },
      {
        enableHighAccuracy: true,
        timeout: TIMEOUT_MS,
        maximumAge: AGE_MAX_MS,
      },
    );
  }

  /** The visitor has chosen another way. */
  function stop() {
    asked.current++;
    setState("idle");
  }

  useEffect(() => () => void asked.current++, []);

  return { state, ask, stop };
}
