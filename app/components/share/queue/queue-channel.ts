import type { SendStatus } from "#app/components/share/transport/send-finds.ts";

/** The lock of the one sender, a tab or the service worker, and the channel between them. */
export const SEND_QUEUE = "send-queue";

/** A message of the channel. Each one means that the stored finds may have changed. */
export interface QueueMessage {
  status?: SendStatus;
  /** Ends a pause between tries. */
  wake?: true;
}
