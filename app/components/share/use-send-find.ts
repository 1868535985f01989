import { useEffect, useState } from "react";

/** Bytes of the whole form, as the browser counts them. */
export interface SendProgress {
  loaded: number;
  total: number;
}

export interface Refused {
  /** The server's sentence, or why there is none. */
  reason: string;
  /** What is wrong with which field. */
  fields: Record<string, string>;
}

type Sending =
  | { state: "idle" }
  | ({ state: "sending" } & SendProgress)
  | { state: "sent" }
  | ({ state: "failed" } & Refused);

/** Sends a find, with progress; leaving the page meanwhile is asked about first. */
export function useSendFind() {
  const [sending, setSending] = useState<Sending>({ state: "idle" });
  const isSending = sending.state === "sending";

  useEffect(() => {
    if (!isSending) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isSending]);

  /** @param wait milliseconds to hold the form back first */
  async function send(form: FormData, wait: number) {
    setSending({ state: "sending", loaded: 0, total: 0 });
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const refused = await post(form, (progress) =>
      setSending({ state: "sending", ...progress }),
    );
    setSending(refused ? { state: "failed", ...refused } : { state: "sent" });
    return refused;
  }

  return { sending, send, dismiss: () => setSending({ state: "idle" }) };
}

/** How much of each image has been sent, 0 to 1: they stand at the end of the form, one after the other. */
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

const NO_CONNECTION =
  "The site could not be reached. Your find is still here; please try again when there is a connection.";

/** fetch can't tell how much it has sent, hence the older call. */
function post(form: FormData, onProgress: (progress: SendProgress) => void) {
  return new Promise<Refused | undefined>((resolve) => {
    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress({ loaded, total });
    request.onload = () =>
      resolve(
        request.status === 200 || request.status === 201
          ? undefined
          : readRefusal(request.responseText),
      );
    request.onerror = request.onabort = () =>
      resolve({ reason: NO_CONNECTION, fields: {} });
    request.open("POST", "/api/upload-rock");
    request.send(form);
  });
}

/** A proxy in between may answer with something else than the site's JSON. */
function readRefusal(text: string): Refused {
  try {
    const { error = "", fields = {} } = JSON.parse(text) as {
      error?: string;
      fields?: Record<string, string>;
    };
    return { reason: error, fields };
  } catch {
    return { reason: "", fields: {} };
  }
}
