import type { FindToSend } from "./find-store.ts";

export const UPLOAD_ADDRESS = "/api/upload-rock";

export interface Refused {
  /** The server's sentence, or why there is none. */
  reason: string;
  /** What is wrong with which field. */
  fields: Record<string, string>;
}

/** The find's id on the site, or why it has none. */
export type Answer =
  | { uuid: string; refused?: undefined }
  | { uuid?: undefined; refused: Refused };

/** Bytes of the whole form, as the browser counts them. */
export interface SendProgress {
  loaded: number;
  total: number;
}

/** Text first: the server then knows what it is about before the pictures come. */
export function asForm(find: FindToSend) {
  const form = new FormData();
  for (const [name, value] of Object.entries(find.fields))
    form.set(name, value);
  form.set("submission_id", find.submissionId);
  form.set("find_key", find.findKey);
  for (const image of find.images) form.append("images", image, image.name);
  return form;
}

/** A proxy in between may answer with something else than the site's JSON. */
export function readAnswer(status: number, text: string): Answer {
  let body: { uuid?: string; error?: string; fields?: Refused["fields"] } = {};
  try {
    body = JSON.parse(text) as typeof body;
  } catch {
    // Then there is nothing to be read out of it.
  }
  return body.uuid && (status === 200 || status === 201)
    ? { uuid: body.uuid }
    : { refused: { reason: body.error ?? "", fields: body.fields ?? {} } };
}

const NO_CONNECTION =
  "We couldn't reach the site. Your find is still here. Please try again when you are online.";

/** fetch can't tell how much it has sent, hence the older call. */
export function postFind(
  form: FormData,
  onProgress: (progress: SendProgress) => void,
) {
  return new Promise<Answer>((resolve) => {
    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress({ loaded, total });
    request.onload = () =>
      resolve(readAnswer(request.status, request.responseText));
    request.onerror = request.onabort = () =>
      resolve({ refused: { reason: NO_CONNECTION, fields: {} } });
    request.open("POST", UPLOAD_ADDRESS);
    request.send(form);
  });
}
