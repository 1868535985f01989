import { useSyncExternalStore } from "react";
import { finderPageAddress, type FindToSend } from "./find-store.ts";
import {
  emptyQueue,
  getQueuedFind,
  readQueue,
  removeFromQueue,
  sendWaiting,
  watchQueue,
  type QueueEntry,
} from "./send-queue.ts";
import "./queued-finds.css";

interface Props {
  /** Called for a refused find that the visitor wants to correct. */
  onEdit: (find: FindToSend) => void;
}

/** Lists the finds that wait on this device, and those just sent or refused. Empty without any. */
export function QueuedFinds({ onEdit }: Props) {
  const finds = useSyncExternalStore(watchQueue, readQueue, emptyQueue);
  return (
    <section
      className="queued-finds"
      aria-label="Kept on this device"
      aria-live="polite"
      hidden={finds.length === 0}
    >
      {finds.length > 0 && (
        <ul>
          {finds.map((find) => (
            <li key={find.submissionId}>
              <QueuedFindItem find={find} onEdit={onEdit} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function QueuedFindItem({ find, onEdit }: { find: QueueEntry } & Props) {
  const { rockNumber = "", location = "" } = find.fields;
  const name = `${Number(rockNumber) ? `Rock ${rockNumber}` : "A rock"}, ${location}`;
  const remove = () => void removeFromQueue(find.submissionId);

  async function openInForm() {
    const queued = await getQueuedFind(find.submissionId);
    if (queued) onEdit(queued);
    remove();
  }

  if (find.uuid)
    return (
      <>
        <p>
          <b>{name}</b> Sent. Thank you!
        </p>
        <a
          className="btn btn--quiet"
          href={finderPageAddress(find.uuid, find.findKey)}
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
          <b>{name}</b> {find.refused.reason}
        </p>
        <button type="button" className="btn" onClick={() => void openInForm()}>
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
