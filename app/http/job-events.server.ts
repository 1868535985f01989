import { watchJob } from "#domain/jobs/ledger.server.ts";
import { getJob } from "#domain/jobs/list-jobs.server.ts";
import type { Job } from "#domain/jobs/answers.ts";

/** How often to send a comment line, so that no proxy closes a silent stream. */
const HEARTBEAT_MS = 15_000;

const open = new Set<() => void>();

export function streamJobEvents(job: Job, signal: AbortSignal) {
  const encoder = new TextEncoder();
  let close = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      let last = "";
      const write = (text: string) => controller.enqueue(encoder.encode(text));
      const sendState = () => {
        const now = getJob(job.job_id);
        const data = JSON.stringify(now);
        if (now && data !== last) write(`data: ${(last = data)}\n\n`);
        if (!now || now.state === "succeeded" || now.state === "failed")
          close();
      };
      const unwatch = watchJob(job.job_id, sendState);
      const heartbeat = setInterval(
        () => write(": still here\n\n"),
        HEARTBEAT_MS,
      );
      close = () => {
        close = () => {};
        unwatch();
        clearInterval(heartbeat);
        open.delete(end);
        controller.close();
      };
      const end = () => close();
      open.add(end);
      signal.addEventListener("abort", end);
      sendState();
    },
    cancel: () => close(),
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/event-stream",
      "X-Accel-Buffering": "no",
    },
  });
}

/** Ends all streams, so that the server can close without waiting for them. */
export function closeJobEvents() {
  for (const end of open) end();
}
