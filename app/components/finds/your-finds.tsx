import { Trans } from "@lingui/react/macro";
import { useEffect, useSyncExternalStore } from "react";
import type { FindToSend } from "#app/components/share/queue/find-store.ts";
import {
  emptyQueue,
  readQueue,
  watchQueue,
} from "#app/components/share/queue/send-queue.ts";
import {
  noDeviceFinds,
  readDeviceFinds,
  watchDeviceFinds,
} from "../share/queue/device-finds.ts";
import { FindRow } from "./find-row.tsx";
import { listFinds } from "./list-finds.ts";
import { useFindStates } from "./use-find-states.ts";
import { YOUR_FINDS } from "#app/components/visitor/share-addresses.ts";
import "./your-finds.css";

interface Props {
  /** Called with a refused find that the visitor wants to correct. */
  onEdit: (find: FindToSend) => void;
}

export function goToYourFinds() {
  const heading = document.getElementById(YOUR_FINDS);
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView();
}

export function YourFinds({ onEdit }: Props) {
  const entries = useSyncExternalStore(watchQueue, readQueue, emptyQueue);
  const finds = useSyncExternalStore(
    watchDeviceFinds,
    readDeviceFinds,
    noDeviceFinds,
  );
  const { states, hasFailed } = useFindStates(finds);
  const listed = listFinds(entries, finds, states);
  const isEmpty = listed.length === 0;
  useGoToFindsOfAddress(isEmpty);
  if (isEmpty) return null;
  return (
    <section className="your-finds" aria-labelledby={YOUR_FINDS}>
      <h2 id={YOUR_FINDS} tabIndex={-1}>
        <Trans>Your finds on this device</Trans>
      </h2>
      {hasFailed && (
        <p className="your-finds-note soft" role="status">
          <Trans>We couldn’t ask how they are doing. You may be offline.</Trans>
        </p>
      )}
      <ul className="lined">
        {listed.map((find) => (
          <FindRow
            key={find.key}
            find={find}
            isAsking={!hasFailed}
            onEdit={onEdit}
          />
        ))}
      </ul>
      <p className="your-finds-note soft">
        <Trans>
          Only this device knows this list. Open a find to correct it or take it
          back.
        </Trans>
      </p>
    </section>
  );
}

/** Goes to the list if the address names it. After the page itself, which takes the focus when it is opened. */
function useGoToFindsOfAddress(isEmpty: boolean) {
  useEffect(() => {
    if (isEmpty || window.location.hash !== `#${YOUR_FINDS}`) return;
    const frame = requestAnimationFrame(goToYourFinds);
    return () => cancelAnimationFrame(frame);
  }, [isEmpty]);
}
