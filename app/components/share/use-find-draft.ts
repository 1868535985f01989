import { useCallback, useEffect, useRef, useState } from "react";
import { IMAGES_MAX, messages } from "#domain/schemas.ts";

export interface DraftFields {
  rockNumber: string;
  location: string;
  comment: string;
  /** YYYY-MM-DD */
  date: string;
  name: string;
  email: string;
}

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
}

const newDraft = (): Draft => ({
  edits: {},
  images: [],
  submissionId: newUuid(),
});

/** What the visitor has entered; it outlives the closing of the form. */
export function useFindDraft(qrRockNumber: string) {
  const [draft, setDraft] = useState(newDraft);
  const [imagesError, setImagesError] = useState("");
  const { edits, images, submissionId } = draft;
  useRevokedAtEnd(images);

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
    setDraft((now) => ({ ...now, ...part, submissionId: newUuid() }));

  function setField(name: keyof DraftFields, value: string) {
    change({ edits: { ...edits, [name]: value } });
  }

  /** Takes all of a selection or nothing of it. */
  function addImages(files: File[]) {
    if (files.length === 0) return;
    if (!files.every(isImage)) return setImagesError(messages.notAnImage);
    if (images.length + files.length > IMAGES_MAX)
      return setImagesError(messages.tooManyImages);
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
  }, []);

  return {
    fields,
    images,
    imagesError,
    submissionId,
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

/** `crypto.randomUUID` is there on secure pages only. */
function newUuid() {
  if ("randomUUID" in crypto) return crypto.randomUUID();
  const bytes = (crypto as Crypto).getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0"));
  return [4, 6, 8, 10, 16]
    .map((end, part) => hex.slice([0, 4, 6, 8, 10][part], end).join(""))
    .join("-");
}
