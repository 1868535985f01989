import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type Dispatch,
  type SetStateAction,
} from "react";
import { messages } from "#domain/core/messages.ts";
import { IMAGES_MAX } from "#domain/core/schemas.ts";
import { newUuid } from "#app/components/visitor/new-uuid.ts";
import {
  forgetDraft,
  keepDraftImages,
  keepDraftText,
  readDraft,
  type FindToSend,
  type DraftFields,
} from "./find-store.ts";

const MB = 1_048_576;

export interface DraftImage {
  key: string;
  file: File;
  /** An object URL for the preview. */
  url: string;
}

interface Draft {
  /** What was typed; the rest stands at its default. */
  edits: Partial<DraftFields>;
  images: DraftImage[];
  /** Of this find as it stands: it changes with every change, and a repeated send keeps it. */
  submissionId: string;
  /** Opens the finder's page of this find. */
  findKey: string;
  /** How it came to be as it is. */
  is: "new" | "changed" | "brought back";
}

const newDraft = (): Draft => ({
  edits: {},
  images: [],
  submissionId: newUuid(),
  findKey: newKey(),
  is: "new",
});

interface Options {
  qrRockNumber: string;
  imageMbMax: number;
}

/** What the visitor has entered; it outlives the closing of the form, a reload, and the tab itself. */
export function useFindDraft({ qrRockNumber, imageMbMax }: Options) {
  const [draft, setDraft] = useState(newDraft);
  const [imagesError, setImagesError] = useState("");
  const { edits, images, submissionId, findKey } = draft;
  useRevokedAtEnd(images);
  useKept(draft, qrRockNumber, setDraft);

  const fields: DraftFields = {
    rockNumber: qrRockNumber,
    location: "",
    comment: "",
    date: localToday(),
    name: "",
    email: "",
    ...edits,
  };

  const change = (part: Partial<Draft>) =>
    setDraft((now) => ({
      ...now,
      ...part,
      submissionId: newUuid(),
      is: "changed",
    }));

  function setField(name: keyof DraftFields, value: string) {
    change({ edits: { ...edits, [name]: value } });
  }

  /** Takes all of a selection or nothing of it. */
  function addImages(files: File[]) {
    if (files.length === 0) return;
    if (!files.every(isImage)) return setImagesError(messages.notAnImage);
    if (images.length + files.length > IMAGES_MAX)
      return setImagesError(messages.tooManyImages);
    if (files.some(({ size }) => size > imageMbMax * MB))
      return setImagesError(messages.imageTooLarge(imageMbMax));
    setImagesError("");
    change({ images: [...images, ...files.map(asDraftImage)] });
  }

  function removeImage({ key, url }: DraftImage) {
    URL.revokeObjectURL(url);
    setImagesError("");
    change({ images: images.filter((image) => image.key !== key) });
  }

  const reset = useCallback(() => {
    setImagesError("");
    setDraft((now) => {
      for (const { url } of now.images) URL.revokeObjectURL(url);
      return newDraft();
    });
    void forgetDraft().catch(() => {});
  }, []);

  /** Takes up a find that was kept to be sent later. */
  function takeUp({ fields, images, submissionId, findKey }: FindToSend) {
    setImagesError("");
    setDraft((now) => {
      for (const { url } of now.images) URL.revokeObjectURL(url);
      return {
        edits: editsOf(fields),
        images: images.map(asDraftImage),
        submissionId,
        findKey,
        is: "changed",
      };
    });
  }

  return {
    fields,
    images,
    imagesError,
    submissionId,
    findKey,
    isBroughtBack: draft.is === "brought back",
    takeUp,
    setField,
    addImages,
    removeImage,
    reset,
  };
}

export type FindDraft = ReturnType<typeof useFindDraft>;

/** What a find can't be sent without and does not have yet, in the words of the form. */
export function listMissing({ fields, images }: FindDraft) {
  return [
    fields.rockNumber.trim() === "" && "the rock number",
    images.length === 0 && "an image",
    fields.location.trim() === "" && "the location",
    fields.comment.trim() === "" && "a comment",
  ].filter((words) => words !== false);
}

/** Some systems know no type for the pictures of an iPhone. */
const isImage = ({ type, name }: File) =>
  type.startsWith("image/") || /\.hei[cf]$/i.test(name);

const asDraftImage = (file: File): DraftImage => ({
  key: newUuid(),
  file,
  url: URL.createObjectURL(file),
});

const FIELD_NAMES = [
  "rockNumber",
  "location",
  "comment",
  "date",
  "name",
  "email",
] as const satisfies (keyof DraftFields)[];

const editsOf = (fields: Record<string, string>): Partial<DraftFields> =>
  Object.fromEntries(
    FIELD_NAMES.filter((name) => fields[name]).map((name) => [
      name,
      fields[name],
    ]),
  );

/** Brings back at first what was kept, and keeps every change from then on. */
function useKept(
  draft: Draft,
  qrRockNumber: string,
  setDraft: Dispatch<SetStateAction<Draft>>,
) {
  const { edits, images, submissionId, findKey, is } = draft;
  const latestQr = useRef(qrRockNumber);
  latestQr.current = qrRockNumber;

  useEffect(() => {
    void (async () => {
      const kept = await readDraft().catch(() => undefined);
      if (!kept) return;
      const { images, qrRockNumber: keptQr, ...text } = kept;
      // Another rock has been scanned since: the form is about that one.
      if (latestQr.current && latestQr.current !== keptQr)
        delete text.edits.rockNumber;
      setDraft((now) =>
        now.is === "new"
          ? { ...text, images: images.map(asDraftImage), is: "brought back" }
          : now,
      );
    })();
  }, [setDraft]);

  useEffect(() => {
    if (is === "changed")
      void keepDraftText({ edits, qrRockNumber, submissionId, findKey }).catch(
        () => {},
      );
  }, [is, edits, qrRockNumber, submissionId, findKey]);

  useEffect(() => {
    if (is === "changed")
      void keepDraftImages(images.map(({ file }) => file)).catch(() => {});
  }, [is, images]);
}

function useRevokedAtEnd(images: DraftImage[]) {
  const latest = useRef(images);
  latest.current = images;
  useEffect(
    () => () => {
      for (const { url } of latest.current) URL.revokeObjectURL(url);
    },
    [],
  );
}

/** The day where the visitor is. */
function localToday() {
  const now = new Date();
  const two = (value: number) => String(value).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** 128 bits, hex. */
const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
