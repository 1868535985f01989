import type { SendStatus } from "#app/components/share/transport/send-finds.ts";

/** The lock of the one sender: a tab, or the service worker. */
export const LOCK = "send-queue";

/** A message between tabs and the service worker. Each one means that the stored finds may have changed. */
export interface QueueMessage {
  status?: SendStatus;
  /** Ends a pause between tries. */
  wake?: true;
}

export type Tell = (message: QueueMessage) => void;

/** Returns a function that tells the other tabs. Old browsers have no channel, so their other tabs see it later. */
export function openChannel(onMessage?: (message: QueueMessage) => void): Tell {
  if (typeof BroadcastChannel === "undefined") return () => {};
  const channel = new BroadcastChannel("send-queue");
  if (onMessage)
    channel.onmessage = ({ data }) => onMessage(data as QueueMessage);
  return (message) => channel.postMessage(message);
}
