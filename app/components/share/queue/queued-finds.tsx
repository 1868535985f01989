import { useSyncExternalStore } from "react";
import { findPage, type KeptFind } from "./find-store.ts";
import {
  emptyQueue,
  readQueue,
  removeFromQueue,
  sendWaiting,
  watchQueue,
} from "./send-queue.ts";
import "./queued-finds.css";

interface Props {
  /** Called for a find that the site refused, to be mended. */
  onMend: (find: KeptFind) => void;
}

/** Finds that wait on this device, and what became of them. Nothing where there are none. */
export function KeptFinds({ onMend }: Props) {
  const finds = useSyncExternalStore(watchQueue, readQueue, emptyQueue);
  return (
    <section
      className="kept"
      aria-label="Kept on this device"
      aria-live="polite"
      hidden={finds.length === 0}
    >
      {finds.length > 0 && (
        <ul>
          {finds.map((find) => (
            <li key={find.submissionId}>
              <Kept find={find} onMend={onMend} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Kept({ find, onMend }: { find: KeptFind } & Props) {
  const { rockNumber = "", location = "" } = find.fields;
  const name = `${Number(rockNumber) ? `Rock ${rockNumber}` : "A rock"}, ${location}`;
  const remove = () => void removeFromQueue(find);

  if (find.sentAs)
    return (
      <>
        <p>
          <b>{name}</b> Sent. Thank you!
        </p>
        <a
          className="btn btn--quiet"
          href={findPage(find.sentAs, find.findKey)}
        >
          Your find’s page
        </a>
        <button type="button" className="btn btn--quiet" onClick={remove}>
          Done
        </button>
      </>
    );
  if (find.refused)
    return (
      <>
        <p>
          <b>{name}</b> {find.refused}
        </p>
        <button
          type="button"
          className="btn"
          onClick={() => {
            onMend(find);
            remove();
          }}
        >
          Open in the form
        </button>
      </>
    );
  return (
    <>
      <p>
        <b>{name}</b> Kept on this device. We send it when you are online and a
        page of this site is open.
      </p>
      <button
        type="button"
        className="btn btn--quiet"
        onClick={() => void sendWaiting({ now: true })}
      >
        Send now
      </button>
      <button
        type="button"
        className="btn btn--quiet"
        onClick={() => {
          if (window.confirm("Remove this find? It has not been sent."))
            remove();
        }}
      >
        Remove
      </button>
    </>
  );
}
