import { addressOf, type Given, type Name, type Sent } from "./send.ts";

/** Shown if the server refuses without giving a reason, as a proxy in front of it may. */
const NO_REASON = "Something went wrong";

/** Why a call failed: one sentence for a person, and what is wrong with which field. */
export class ApiError extends Error {
  /** The HTTP status; 0 if the site could not be reached. */
  readonly status: number;
  readonly fields: Record<string, string>;

  constructor(
    status: number,
    { error = NO_REASON, fields = {} }: ErrorBody = {},
  ) {
    super(error);
    this.status = status;
    this.fields = fields;
  }
}

interface ErrorBody {
  error?: string;
  fields?: Record<string, string>;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface CallOptions {
  headers?: Record<string, string>;
  /** Called with the part of the body that has been sent, from 0 to 1. */
  onProgress?: (part: number) => void;
}

interface Answer {
  status: number;
  header: (name: string) => string | null;
  /** The JSON body; undefined if there is none. */
  body: unknown;
}

/**
 * Calls the site's API as the admin. A form is sent as it is, any other body as JSON.
 * A lost session leads to the sign-in page.
 * @returns the JSON of the answer (undefined if it has none), where the next page of a list is, the key in the trash
 * of what was deleted, and the version of what was changed
 * @throws {ApiError}
 */
async function callApi<T>(
  method: Method,
  path: string,
  body?: unknown,
  { headers = {}, onProgress }: CallOptions = {},
): Promise<{
  answer: T;
  link: string | null;
  trashKey: string | null;
  version: string | undefined;
}> {
  const isJson = body !== undefined && !(body instanceof FormData);
  const request = {
    method,
    headers: {
      Accept: "application/json",
      ...(isJson ? { "Content-Type": "application/json" } : {}),
      ...headers,
    },
    body: isJson ? JSON.stringify(body) : body,
  };
  const answer = await (
    onProgress
      ? sendWithProgress(path, request, onProgress)
      : sendByFetch(path, request)
  ).catch(() => {
    throw new ApiError(0, { error: "The site could not be reached." });
  });
  const { status } = answer;
  if (status === 401) window.location.assign("/login");
  if (status < 200 || status >= 300)
    throw new ApiError(status, (answer.body ?? {}) as ErrorBody);
  return {
    answer: answer.body as T,
    link: answer.header("Link"),
    trashKey: answer.header("Trash-Key"),
    // A proxy that compresses the answer makes the tag a weak one.
    version: answer.header("ETag")?.replace(/^W\/|"/g, ""),
  };
}

interface Request {
  method: Method;
  headers: Record<string, string>;
  body: string | FormData | undefined;
}

async function sendByFetch(path: string, request: Request): Promise<Answer> {
  const response = await fetch(path, request);
  return {
    status: response.status,
    header: (name) => response.headers.get(name),
    body:
      response.status === 204
        ? undefined
        : await response.json().catch(() => undefined),
  };
}

/** fetch can't tell how much of a body has been sent, so this uses the older call. */
function sendWithProgress(
  path: string,
  { method, headers, body }: Request,
  onProgress: (part: number) => void,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0);
    request.onload = () =>
      resolve({
        status: request.status,
        header: (name) => request.getResponseHeader(name),
        body: (request.response ?? undefined) as unknown,
      });
    request.onerror = reject;
    request.open(method, path);
    for (const [name, value] of Object.entries(headers))
      request.setRequestHeader(name, value);
    request.send(body);
  });
}

/** Sends a call as the admin, under the name that it is declared with. @throws {ApiError} */
export function call<N extends Name>(
  name: N,
  sent: Sent<N>,
  options?: CallOptions,
) {
  const { body } = sent as { body?: unknown };
  const [method] = name.split(" ");
  return callApi<Given<N>>(
    method as Method,
    addressOf(name, sent),
    body,
    options,
  );
}
