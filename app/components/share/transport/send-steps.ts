import { UPLOAD_ADDRESS } from "#app/components/visitor/form-at-hand.ts";
import { makePreview } from "#app/components/share/queue/make-preview.ts";
import {
  isComplete,
  isDone,
  toUploads,
  type FindStore,
  type FindToSend,
  type QueuedFind,
  type StoredPicture,
  type Reason,
  type Refused,
  type Upload,
} from "#app/components/share/queue/find-store.ts";
import type { Link } from "./link.ts";
import { idOfUpload, readJson, request, SendError, tusAt } from "./requests.ts";

/** The server checks the pictures before it answers; milliseconds. */
const ANSWER_MS = 30_000;
/** Time limit of a find that is sent in one request. */
const AT_ONCE_MS = 30 * 60_000;
/** The server takes a form for a bot's if it arrives within 3 seconds after delivery, and for stale after a day. */
const FORM_MS_MIN = 3_100;
const FORM_MS_MAX = 24 * 3_600_000;
/** How long to try to reach the site, in milliseconds. */
const REACH_MS = 10_000;
/** How long to wait for the answer to a find before the link is checked, and how long that check may take. */
const DOUBT_MS = 6_500;
const DOUBT_REACH_MS = 3_000;
const RESTARTS_MAX = 3;

const LOST: Refused = {
  reason: "lost-picture" satisfies Reason,
  fields: {},
};

const NO_ANSWER: Refused = {
  reason: "no-answer" satisfies Reason,
  fields: {},
};

export type Step =
  | { do: "preview"; find: QueuedFind; picture: number }
  | UploadStep
  | { do: "post"; find: QueuedFind };

interface UploadStep {
  do: "upload";
  find: QueuedFind;
  picture: number;
  part: "first" | "original";
  upload: Upload;
}

export interface Sender {
  store: FindStore;
  link: Link;
  signal: AbortSignal;
  /** Addresses of uploads whose offset the site has confirmed since the last failure. */
  confirmed: Set<string>;
}

/** Returns the next step of a find: nothing if the site has everything, or refused it. */
export function nextStep(find: QueuedFind): Step | undefined {
  if (find.refused || find.isHeld || isComplete(find)) return undefined;
  const part = find.uuid ? "original" : "first";
  for (const [picture, state] of find.pictures.entries()) {
    if (!state.first) return { do: "preview", find, picture };
    const upload = state[part];
    if (upload && !isDone(upload))
      return { do: "upload", find, picture, part, upload };
  }
  return { do: "post", find };
}

/**
 * Returns whether the find has come further.
 * @throws {SendError} `again`, if the link or the site can't at the moment
 */
export async function takeStep(sender: Sender, step: Step) {
  try {
    switch (step.do) {
      case "preview":
        await choosePreview(sender, step);
        break;
      case "upload":
        return await uploadPiece(sender, step);
      case "post":
        await postFind(sender, step.find);
    }
  } catch (error) {
    if (!(error instanceof SendError)) throw error;
    sender.confirmed.clear();
    if (error.kind === "again") throw error;
    if (step.do === "upload") await settleUpload(sender, step, error);
    else await settlePost(sender, step.find, error.refused);
  }
  return true;
}

/** Chooses the first upload of a picture whose preview the form had not made by then. */
async function choosePreview(
  { store }: Sender,
  { find: { submissionId, pictures }, picture }: Step & { do: "preview" },
) {
  const file = await store.getFile(submissionId, picture, "file");
  if (!file) throw new SendError("refused", { refused: LOST });
  const { name, type } = pictures[picture]!;
  const preview = await makePreview(new File([file], name, { type }));
  if (preview) await store.putPreview(submissionId, picture, preview.blob);
  await store.update(submissionId, (find) =>
    withPicture(find, picture, toUploads(file, preview ?? null)),
  );
}

/**
 * Does one request for an upload: announces it, asks how far it is, or sends its next piece. Returns whether that has
 * changed how far it is.
 */
async function uploadPiece(sender: Sender, step: UploadStep) {
  const { store, link, signal, confirmed } = sender;
  const { find, picture, part } = step;
  const { url, bytes: size, offset } = step.upload;
  const uploads = tusAt({
    path: "/api/uploads",
    headers: inLanguageOf(find),
    signal,
  });
  if (!url) {
    const url = await uploads.create(size, describe(step));
    confirmed.add(url);
    // It is stored before the first byte is sent, so that a browser that is killed goes on with this upload.
    await setUpload(sender, step, { url, offset: 0 });
    return true;
  }
  if (!confirmed.has(url)) {
    const reached = await uploads.readOffset(url);
    confirmed.add(url);
    await setUpload(sender, step, { offset: reached });
    return reached !== offset;
  }
  const { first } = find.pictures[picture]!;
  const kind = part === "first" && first?.isPreview ? "preview" : "file";
  const file = await store.getFile(find.submissionId, picture, kind);
  const piece = await file
    ?.slice(offset, offset + link.pieceBytes)
    .arrayBuffer()
    .catch(() => undefined);
  if (!piece) throw new SendError("refused", { refused: LOST });
  const bytes = piece.byteLength;
  const start = performance.now();
  const ms = link.timeLimit(bytes);
  const reached = await uploads.sendPiece(url, offset, piece, ms);
  link.measure(bytes, performance.now() - start);
  await setUpload(sender, step, { offset: reached });
  return true;
}

/** The site refuses in the language of the find's form. */
const inLanguageOf = ({ lang }: { lang?: string }): Record<string, string> =>
  lang ? { "Content-Language": lang } : {};

function describe({ find, picture, part }: UploadStep): Record<string, string> {
  const { name, type, first } = find.pictures[picture]!;
  const filetype = (type: string) => type || "application/octet-stream";
  if (part === "original")
    return {
      filename: name,
      filetype: filetype(type),
      original_of: `${find.uuid}/${find.images![picture]}`,
      find_key: find.findKey,
    };
  return {
    filename: name,
    filetype: filetype(first!.type),
    ...(first!.isPreview && { preview: "" }),
  };
}

/** Sends the find itself. The same submission again gives the first answer, so a lost answer doubles nothing. */
async function postFind({ store, signal }: Sender, find: QueuedFind) {
  const { submissionId, pictures } = find;
  const form = await fillForm(find);
  form.set(
    "uploads",
    JSON.stringify(pictures.map(({ first }) => idOfUpload(first!.url!))),
  );
  const { uuid, images } = readTaken(await postForm(form, find, signal));
  const sent = await store.update(submissionId, (find) => ({
    ...find,
    uuid,
    images,
    formTime: undefined,
  }));
  if (sent && isComplete(sent)) await store.removeFiles(submissionId);
}

/** Fills the form with everything but the pictures themselves. Waits until the site takes it for a person's. */
async function fillForm({
  submissionId,
  findKey,
  fields,
  formTime,
  pictures,
}: FindToSend | QueuedFind) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("submission_id", submissionId);
  form.set("find_key", findKey);
  form.set(
    "descriptions",
    JSON.stringify(pictures.map(({ description = "" }) => description)),
  );
  form.set("blurs", JSON.stringify(pictures.map(({ blurs = [] }) => blurs)));
  const { value, givenAt } = formTime ?? { value: "", givenAt: 0 };
  const age = Date.now() - givenAt;
  if (value && age < FORM_MS_MAX) {
    form.set("form_time", value);
    await new Promise((resolve) => setTimeout(resolve, FORM_MS_MIN - age));
  }
  return form;
}

/** @throws {SendError} for an answer without an id, which comes from something between here and the site */
function readTaken({ text }: { text: string }) {
  const { uuid, images } =
    readJson<{ uuid?: string; images?: string[] }>(text) ?? {};
  if (!uuid || !images) throw new SendError("again");
  return { uuid, images };
}

/** Sends a find that the device doesn't keep, with its pictures as they are, in one request. Returns its id on the site. */
export async function sendAtOnce(find: FindToSend) {
  const form = await fillForm(find);
  for (const { file } of find.pictures) form.append("images", file);
  const { signal } = new AbortController();
  return readTaken(await sendForm(form, find, AT_ONCE_MS, signal)).uuid;
}

const sendForm = (
  body: FormData,
  find: { lang?: string },
  ms: number,
  signal: AbortSignal,
) =>
  request(UPLOAD_ADDRESS, {
    method: "POST",
    headers: inLanguageOf(find),
    body,
    ms,
    signal,
  });

/** Posts a find, twice if no answer comes though the site can be reached. @throws {SendError} without `refused`: the link */
async function postForm(
  form: FormData,
  find: { lang?: string },
  signal: AbortSignal,
) {
  const post = async () => {
    const link = new AbortController();
    const end = () => link.abort();
    signal.addEventListener("abort", end);
    const doubt = setTimeout(
      () =>
        void canReachSite(link.signal, DOUBT_REACH_MS).then((isHere) => {
          if (!isHere) end();
        }),
      DOUBT_MS,
    );
    try {
      return await sendForm(form, find, ANSWER_MS, link.signal);
    } finally {
      clearTimeout(doubt);
      signal.removeEventListener("abort", end);
    }
  };
  for (let isSecond = false; ; isSecond = true)
    try {
      return await post();
    } catch (error) {
      const isUnanswered =
        error instanceof SendError && error.kind === "again" && !error.refused;
      if (!isUnanswered || !(await canReachSite(signal))) throw error;
      if (isSecond) throw new SendError("again", { refused: NO_ANSWER });
    }
}

const canReachSite = (signal: AbortSignal, ms = REACH_MS) =>
  request("/healthz", { method: "HEAD", ms, signal }).then(
    () => true,
    (error: SendError) => error.refused !== undefined,
  );

async function settleUpload(
  sender: Sender,
  step: UploadStep,
  error: SendError,
) {
  const { find, part, upload } = step;
  const isKnown = upload.url !== undefined;
  // The site has forgotten it, or has another offset than we think: a stranger's, or after a restore.
  if (error.kind === "unknown" && isKnown)
    return setUpload(sender, step, { url: undefined, offset: 0 });
  if (error.kind === "conflict" && isKnown) throw new SendError("again");
  if (part === "first") return refuse(sender, find, error.refused ?? LOST);
  // The image has its original.
  if (error.kind === "conflict")
    return setUpload(sender, step, { offset: upload.bytes });
  // The find was deleted, or this original is nothing that the site takes. The find has its preview.
  await setUpload(sender, step, undefined);
}

/** Acts on a refused find: sends it again without the form's time, restarts its uploads, or gives it up. */
async function settlePost(
  sender: Sender,
  find: QueuedFind,
  refused: Refused = LOST,
) {
  const { store } = sender;
  const { submissionId } = find;
  if (refused.fields.form_time && find.formTime)
    return store.update(submissionId, (find) => ({
      ...find,
      formTime: undefined,
    }));
  if (refused.fields.uploads && find.restarts < RESTARTS_MAX)
    return store.update(submissionId, (find) => ({
      ...find,
      restarts: find.restarts + 1,
      pictures: find.pictures.map((picture) => ({
        ...picture,
        first: { ...picture.first!, url: undefined, offset: 0 },
      })),
    }));
  return refuse(sender, find, refused);
}

const refuse = ({ store }: Sender, find: QueuedFind, refused: Refused) =>
  store.update(find.submissionId, (find) => ({ ...find, refused }));

/** Changes an upload, or drops it. An original that is done or dropped may have been the last thing to send. */
async function setUpload(
  { store }: Sender,
  { find: { submissionId }, picture, part }: UploadStep,
  change: Partial<Upload> | undefined,
) {
  const changed = await store.update(submissionId, (find) =>
    withPicture(find, picture, {
      [part]: change && { ...find.pictures[picture]![part]!, ...change },
    }),
  );
  if (changed && isComplete(changed)) await store.removeFiles(submissionId);
}

const withPicture = (
  find: QueuedFind,
  picture: number,
  change: Partial<StoredPicture>,
): QueuedFind => ({
  ...find,
  pictures: find.pictures.map((state, index) =>
    index === picture ? { ...state, ...change } : state,
  ),
});
