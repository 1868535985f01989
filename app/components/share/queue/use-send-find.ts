import { useEffect, useState } from "react";
import { postFind, type Refused, type SendProgress } from "./post-find.ts";

type Sending =
  | { state: "idle" }
  | ({ state: "sending" } & SendProgress)
  | { state: "sent"; uuid: string }
  | ({ state: "failed" } & Refused);

/** Sends a find and reports progress. The browser asks before the visitor leaves the page meanwhile. */
export function useSendFind() {
  const [sending, setSending] = useState<Sending>({ state: "idle" });
  const isSending = sending.state === "sending";

  useEffect(() => {
    if (!isSending) return;
    const preventLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", preventLeaving);
    return () => window.removeEventListener("beforeunload", preventLeaving);
  }, [isSending]);

  /** @param wait milliseconds to wait before sending */
  async function send(form: FormData, wait: number) {
    setSending({ state: "sending", loaded: 0, total: 0 });
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const answer = await postFind(form, (progress) =>
      setSending({ state: "sending", ...progress }),
    );
    setSending(
      answer.refused
        ? { state: "failed", ...answer.refused }
        : { state: "sent", uuid: answer.uuid },
    );
    return answer;
  }

  return { sending, send, dismiss: () => setSending({ state: "idle" }) };
}

/** Returns how much of each image has been sent, 0 to 1. The images are the last parts of the form, in order. */
export function listSentParts(
  images: { file: File }[],
  { loaded, total }: SendProgress,
) {
  let end = total;
  return images
    .map(({ file }) => file.size)
    .reverse()
    .map((size) => {
      end -= size;
      return total === 0
        ? 0
        : Math.min(1, Math.max(0, (loaded - end) / (size || 1)));
    })
    .reverse();
}
