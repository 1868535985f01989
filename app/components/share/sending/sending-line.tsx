import { Link, useLocation } from "@remix-run/react";
import { useSyncExternalStore } from "react";
import {
  SHARE_PAGE,
  YOUR_FINDS,
} from "#app/components/visitor/share-addresses.ts";
import {
  emptyQueue,
  readQueue,
  watchQueue,
  type QueueEntry,
} from "#app/components/share/queue/send-queue.ts";
import { countOriginals, describeSending } from "./words.ts";
import "./sending-line.css";

/** Says on every other page that a find is on its way. That page itself lists the finds. */
export function SendingLine() {
  const entries = useSyncExternalStore(watchQueue, readQueue, emptyQueue);
  const { pathname } = useLocation();
  const line = pathname === SHARE_PAGE ? "" : describeQueue(entries);
  return (
    <p className="sending-line" role="status">
      {line && <Link to={`${SHARE_PAGE}#${YOUR_FINDS}`}>{line}</Link>}
    </p>
  );
}

function describeQueue(entries: QueueEntry[]) {
  const sending = entries.find(({ state }) => state === "sending");
  if (sending) return `Your find: ${lowerFirst(describeSending(sending))}`;
  if (entries.some(({ state }) => state === "refused"))
    return "Your find was not accepted. Have a look at it.";
  if (entries.some(({ state }) => state === "waiting"))
    return "Your find waits for a connection.";
  for (const { pictures } of entries) {
    const { total, done } = countOriginals(pictures);
    if (done < total)
      return `Your find is there. Its full pictures follow: ${done} of ${total}`;
  }
  return "";
}

const lowerFirst = (words: string) => words[0]!.toLowerCase() + words.slice(1);
