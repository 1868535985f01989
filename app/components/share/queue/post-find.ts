import { UPLOAD_ADDRESS } from "#app/components/share/addresses.ts";
import type { FindToSend, Refused } from "./find-store.ts";

export type { Refused } from "./find-store.ts";

/** The find's id on the site, or why the find was refused. */
export type SubmissionResult =
  | { uuid: string; refused?: undefined }
  | { uuid?: undefined; refused: Refused };

/** Bytes of the whole form. */
export interface SendProgress {
  loaded: number;
  total: number;
}

/** Puts the text first, so that the server can check it before the images arrive. */
export function buildForm(find: FindToSend) {
  const form = new FormData();
  for (const [name, value] of Object.entries(find.fields))
    form.set(name, value);
  form.set("submission_id", find.submissionId);
  form.set("find_key", find.findKey);
  for (const { file } of find.pictures) form.append("images", file, file.name);
  return form;
}

/** Reads the server's answer. A proxy in between may answer with something other than JSON. */
export function readAnswer(status: number, text: string): SubmissionResult {
  let body: { uuid?: string; error?: string; fields?: Refused["fields"] } = {};
  try {
    body = JSON.parse(text) as typeof body;
  } catch {
    // No JSON: the status alone decides.
  }
  return body.uuid && (status === 200 || status === 201)
    ? { uuid: body.uuid }
    : { refused: { reason: body.error ?? "", fields: body.fields ?? {} } };
}

const NO_CONNECTION =
  "We couldn't reach the site. Your find is still here. Please try again when you are online.";

/** Sends the form with XMLHttpRequest, because `fetch` reports no upload progress. */
export function postFind(
  form: FormData,
  onProgress: (progress: SendProgress) => void,
) {
  return new Promise<SubmissionResult>((resolve) => {
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
