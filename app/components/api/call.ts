import { ApiError, ask, type Given, type Name, type Sent } from "./send.ts";

export { ApiError } from "./send.ts";

export interface CallOptions {
  headers?: Record<string, string>;
  /** Called with the sent part of the body, from 0 to 1. */
  onProgress?: (part: number) => void;
}

/** Sends a call as the admin. A lost session leads to the sign-in page. @throws {ApiError} */
export async function call<N extends Name>(
  name: N,
  sent: Sent<N>,
  { headers, onProgress }: CallOptions = {},
) {
  try {
    const by = onProgress && withProgress(onProgress);
    const answer = await ask(name, sent, { headers }, by);
    return {
      answer: (await answer.json().catch(() => undefined)) as Given<N>,
      link: answer.headers.get("Link"),
      trashKey: answer.headers.get("Trash-Key"),
      // A proxy that compresses the answer makes the tag a weak one.
      version: answer.headers.get("ETag")?.replace(/^W\/|"/g, ""),
    };
  } catch (error) {
    if ((error as ApiError).status === 401) window.location.assign("/login");
    throw error;
  }
}

/** fetch can't tell how much of a body has been sent, so this uses the older call. */
const withProgress =
  (onProgress: (part: number) => void): typeof fetch =>
  (address, { method = "POST", headers, body } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.responseType = "blob";
      request.upload.onprogress = ({ loaded, total }) =>
        onProgress(total > 0 ? loaded / total : 0);
      request.onload = () => {
        const { status, response } = request;
        const body = status === 204 ? null : (response as Blob);
        const headers = readHeaders(request.getAllResponseHeaders());
        resolve(new Response(body, { status, headers }));
      };
      request.onerror = reject;
      request.open(method, address as string);
      for (const [name, value] of Object.entries(headers ?? {}))
        request.setRequestHeader(name, value as string);
      request.send(body as FormData);
    });

/** Of lines such as `etag: "1"`. */
const readHeaders = (lines: string) =>
  [...lines.matchAll(/^(.+?): (.*)$/gm)].map(
    ([, name = "", value = ""]): [string, string] => [name, value.trim()],
  );
