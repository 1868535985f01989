import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import {
  useEffect,
  useRef,
  useState,
  type Dispatch,
  type SetStateAction,
} from "react";
import { pad2 } from "#core/words.ts";
import type { Blur } from "#core/blurs.ts";
import { messages } from "#core/messages.ts";
import { IMAGES_MAX, isPictureFile } from "#core/limits.ts";
import type { Suggestion } from "#domain/finds/schemas.ts";
import { newUuid } from "#app/components/visitor/new-uuid.ts";
import { FIND_FIELDS } from "#app/components/share/form/find-field.tsx";
import { makePreview } from "#app/components/share/pictures/make-preview.ts";
import { urlOf } from "#app/components/ui/draw.ts";
import {
  deleteDraft,
  saveDraft,
  readDraft,
  type FindToSend,
  type DraftFields,
  type PictureToSend,
  type StoredDraft,
} from "./find-store.ts";

const MB = 1_048_576;

export interface DraftImage extends PictureToSend {
  key: string;
  description: string;
}

interface Draft {
  /** The fields that the visitor has changed. The others have their defaults. */
  edits: Partial<DraftFields>;
  /** The place that the visitor gave; sent as `suggestion`. Null to leave it out, undefined while that is undecided. */
  place?: Suggestion | null;
  images: DraftImage[];
  /** Changes with every edit. A repeated send keeps it, so that the server stores the find once. */
  submissionId: string;
  findKey: string;
  status: "new" | "changed" | "restored";
}

const newDraft = (): Draft => ({
  edits: {},
  images: [],
  submissionId: newUuid(),
  findKey: createFindKey(),
  status: "new",
});

/** Holds the visitor's entries, which survive closing the form, a reload and closing the tab. */
export function useFindDraft(qrRockNumber: string, imageMbMax: number) {
  const [draft, setDraft] = useState(newDraft);
  const [imagesError, setImagesError] = useState<MessageDescriptor>();
  const { edits, place, images, submissionId, findKey } = draft;
  useStoredDraft(draft, qrRockNumber, setDraft);
  usePreviews(images, setDraft);

  const fields: DraftFields = {
    ...BLANK,
    rockNumber: qrRockNumber,
    date: localToday(),
    ...edits,
  };

  const change = (part: (now: Draft) => Partial<Draft>) =>
    setDraft((now) => ({
      ...now,
      submissionId: newUuid(),
      status: "changed",
      ...part(now),
    }));

  function replace(next: Draft) {
    setImagesError(undefined);
    setDraft(next);
  }

  const setField = (name: keyof DraftFields, value: string) =>
    change(({ edits }) => ({ edits: { ...edits, [name]: value } }));

  const setPlace = (place: Draft["place"]) => change(() => ({ place }));

  /** Adopts a photo's place. It doesn't count as an edit, so a restored draft stays one. */
  const takePlaceOfPhoto = (place: Suggestion | undefined) =>
    change(({ status }) => ({ place, status }));

  function addImages(files: File[]) {
    if (files.length === 0) return;
    if (files.some(isRaw)) return setImagesError(messages.rawPhotograph);
    if (!files.every(isImage)) return setImagesError(messages.notAnImage);
    if (images.length + files.length > IMAGES_MAX)
      return setImagesError(messages.tooManyImages);
    if (files.some(({ size }) => size > imageMbMax * MB))
      return setImagesError(messages.imageTooLarge(imageMbMax));
    setImagesError(undefined);
    change(({ images }) => ({
      images: [
        ...images,
        ...nameApart(files, images).map((file) => toDraftImage({ file })),
      ],
    }));
  }

  const changeImage = (
    { key }: DraftImage,
    part: { description: string } | { blurs: Blur[]; isUnsearched: boolean },
  ) => change(({ images }) => ({ images: withImage(images, key, part) }));

  function removeImage(image: DraftImage) {
    setImagesError(undefined);
    change((now) => ({
      images: now.images.filter(({ key }) => key !== image.key),
    }));
  }

  function reset() {
    replace(newDraft());
    void deleteDraft().catch(() => {});
  }

  const openQueuedFind = ({ fields, pictures, ...ids }: FindToSend) =>
    replace({
      edits: pickEdits(fields),
      place: readPlace(fields),
      images: pictures.map(toDraftImage),
      submissionId: ids.submissionId,
      findKey: ids.findKey,
      status: "changed",
    });

  return {
    fields,
    place,
    images,
    imagesError,
    submissionId,
    findKey,
    isRestored: draft.status === "restored",
    openQueuedFind,
    setField,
    setPlace,
    takePlaceOfPhoto,
    addImages,
    changeImage,
    removeImage,
    reset,
  };
}

export type FindDraft = ReturnType<typeof useFindDraft>;

export function listMissing({ fields, images }: FindDraft) {
  return [
    fields.rockNumber.trim() === "" && msg`the rock number`,
    images.length === 0 && msg`an image`,
    fields.location.trim() === "" && msg`the location`,
    fields.comment.trim() === "" && msg`a comment`,
  ].filter((words) => words !== false);
}

/** A phone may name every photograph alike. A refusal names its file, so each gets a name of its own. */
function nameApart(files: File[], images: DraftImage[]) {
  const names = new Set(images.map(({ file }) => file.name));
  return files.map((file) => {
    const { type, lastModified } = file;
    const [, stem, ending = ""] = /^(.*?)(\.\w+)?$/s.exec(file.name)!;
    let { name } = file;
    for (let nth = 2; names.has(name); nth++) name = `${stem!} ${nth}${ending}`;
    names.add(name);
    return name === file.name
      ? file
      : new File([file], name, { type, lastModified });
  });
}

const toDraftImage = (picture: PictureToSend): DraftImage => ({
  description: "",
  ...picture,
  key: newUuid(),
});

const withImage = (
  images: DraftImage[],
  key: string,
  part: Partial<DraftImage>,
) => images.map((image) => (image.key === key ? { ...image, ...part } : image));

/** The preview, or the file if it has none. Undefined until that is known: a large photograph keeps an old phone busy. */
export const urlOfImage = ({ file, preview }: PictureToSend) =>
  preview === undefined ? undefined : urlOf(preview?.blob ?? file);

const BLANK = Object.fromEntries(
  Object.keys(FIND_FIELDS).map((name) => [name, ""]),
) as DraftFields;

const pickEdits = (fields: Record<string, string>): Partial<DraftFields> =>
  Object.fromEntries(
    Object.keys(BLANK)
      .filter((name) => fields[name])
      .map((name) => [name, fields[name]]),
  );

function readPlace({ suggestion }: Record<string, string>) {
  return suggestion ? (JSON.parse(suggestion) as Suggestion) : null;
}

function useStoredDraft(
  draft: Draft,
  qrRockNumber: string,
  setDraft: Dispatch<SetStateAction<Draft>>,
) {
  const { images, status, ...texts } = draft;
  const latestQr = useRef(qrRockNumber);
  latestQr.current = qrRockNumber;

  useEffect(() => {
    void (async () => {
      const stored = await readDraft().catch(() => undefined);
      if (!stored) return;
      const { images, qrRockNumber, descriptions, ...faces } = stored;
      const { blurs, areUnsearched, ...text } = faces;
      // The visitor has scanned another rock since, so the form is about that one.
      if (latestQr.current && latestQr.current !== qrRockNumber)
        delete text.edits.rockNumber;
      const restore = (image: PictureToSend, index: number) =>
        toDraftImage({
          ...image,
          description: descriptions?.[index] ?? "",
          blurs: blurs?.[index] ?? undefined,
          isUnsearched: areUnsearched?.[index],
        });
      setDraft((now) =>
        now.status === "new"
          ? { ...text, images: images.map(restore), status: "restored" }
          : now,
      );
    })();
  }, [setDraft]);

  useEffect(() => {
    // Later there may be no connection to load what sends a find.
    if (status !== "new")
      void import("#app/components/share/transport/send-finds.ts").catch(
        () => {},
      );
  }, [status]);

  // As one text, because a preview that is made later changes the images, and nothing may be written then: the find may
  // have been handed to the queue, and its draft be gone.
  const text = JSON.stringify({
    ...texts,
    qrRockNumber,
    descriptions: images.map(({ description }) => description),
    blurs: images.map(({ blurs }) => blurs),
    areUnsearched: images.map(({ isUnsearched }) => isUnsearched),
  } satisfies StoredDraft);
  useEffect(() => {
    if (status === "changed")
      void saveDraft("text", JSON.parse(text) as StoredDraft).catch(() => {});
  }, [status, text]);

  const latestImages = useRef(images);
  latestImages.current = images;
  const keys = images.map(({ key }) => key).join(" ");
  const arePreviewsMade = images.every(({ preview }) => preview !== undefined);
  // Not for each preview, because all images are written each time.
  useEffect(() => {
    if (status === "changed")
      void saveDraft(
        "images",
        latestImages.current.map(({ file, preview }) => ({ file, preview })),
      ).catch(() => {});
  }, [status, keys, arePreviewsMade]);
}

/** Makes the previews of chosen images. Until one is made, the image has none, and Submit doesn't wait for it. */
function usePreviews(
  images: DraftImage[],
  setDraft: Dispatch<SetStateAction<Draft>>,
) {
  const asked = useRef(new Set<string>());
  useEffect(() => {
    for (const { key, file, preview } of images) {
      if (preview !== undefined || asked.current.has(key)) continue;
      asked.current.add(key);
      void makePreview(file).then((preview) =>
        setDraft((now) => ({
          ...now,
          images: withImage(now.images, key, { preview: preview ?? null }),
        })),
      );
    }
  }, [images, setDraft]);
}

function localToday() {
  const now = new Date();
  return `${now.getFullYear()}-${pad2(now.getMonth() + 1)}-${pad2(now.getDate())}`;
}

/** 128 bits, hex. */
const createFindKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

/** The kind of a chosen file, as far as its type and name tell. The site's decoder has the last word. */

const RAWS =
  "dng|cr[23w]|nef|nrw|arw|sr[2fw]|orf|rw[2l]|raf|pef|raw|3fr|iiq|x3f|erf|kdc";
const RAW_NAME = new RegExp(`\\.(${RAWS})$`, "i");
const RAW_TYPE = new RegExp(`^image/x-\\w+-(${RAWS})$`);

const isRaw = ({ name, type }: File) =>
  RAW_NAME.test(name) || RAW_TYPE.test(type);

/** A picture's type is enough, and so is a HEIC's name. Files that Android's file manager gives often have neither type nor ending. */
const isImage = ({ name, type }: File) =>
  type.startsWith("image/") ||
  /\.hei[cf]$/i.test(name) ||
  (["", "application/octet-stream"].includes(type) &&
    (isPictureFile(name) || !name.includes(".")));
