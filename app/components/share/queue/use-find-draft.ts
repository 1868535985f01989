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
import { IMAGES_MAX } from "#core/limits.ts";
import type { Suggestion } from "#domain/finds/schemas.ts";
import { newUuid } from "#app/components/visitor/new-uuid.ts";
import { FIND_FIELDS } from "#app/components/share/form/find-field.tsx";
import { makePreview } from "./make-preview.ts";
import { urlOf } from "#app/components/ui/draw.ts";
import {
  keepSettledRock,
  readSettledRock,
} from "#app/components/visitor/qr-rock.ts";
import { isImage, isRaw, nameApart } from "./chosen-files.ts";
import {
  deleteDraft,
  saveDraft,
  saveDraftImages,
  readDraft,
  type DraftPicture,
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
  /** All fields from the first change on, so that they come back as they were. Until then they have their defaults. */
  fields?: DraftFields;
  /** The number of the scanned code that `fields` began with. */
  qrRockNumber: string;
  /** The place that the visitor gave; sent as `suggestion`. Null to leave it out, undefined while that is undecided. */
  place?: Suggestion | null;
  images: DraftImage[];
  /** Chosen before, and not kept by the device. */
  lost: DraftPicture[];
  /** Changes with every edit. A repeated send keeps it, so that the server stores the find once. */
  submissionId: string;
  findKey: string;
  status: "new" | "changed" | "restored";
}

type Begun = Draft & { fields: DraftFields };

const newDraft = (): Draft => ({
  qrRockNumber: "",
  images: [],
  lost: [],
  submissionId: newUuid(),
  findKey: createFindKey(),
  status: "new",
});

/**
 * Holds the visitor's entries, which survive closing the form, a reload and closing the tab.
 * @param scanned the number of the rock whose code brought the visitor here; empty without one
 */
export function useFindDraft(scanned: string, imageMbMax: number) {
  const [draft, setDraft] = useState(newDraft);
  const [imagesError, setImagesError] = useState<MessageDescriptor>();
  const [settled, setSettled] = useState("");
  const { place, images, lost, submissionId, findKey } = draft;
  useStoredDraft(draft, (restored) => {
    setSettled(readSettledRock() ?? "");
    setDraft((now) => (now.status === "new" ? restored : now));
  });
  usePreviews(images, setDraft);

  const opening: DraftFields = {
    ...BLANK,
    rockNumber: scanned,
    date: localToday(),
  };
  const fields = draft.fields ?? opening;
  const isScanned = isSameNumber(scanned, fields.rockNumber);
  const mayBeScanned = scanned !== "" && !isScanned && scanned !== settled;

  const change = (part: (now: Begun) => Partial<Begun>) =>
    setDraft((now) => {
      const begun: Begun = now.fields
        ? { ...now, fields: now.fields }
        : { ...now, fields: opening, qrRockNumber: scanned };
      const next: Begun = {
        ...begun,
        submissionId: newUuid(),
        status: "changed",
        ...part(begun),
      };
      return isSameNumber(scanned, next.fields.rockNumber)
        ? { ...next, qrRockNumber: scanned }
        : next;
    });

  function replace(next: Draft) {
    setImagesError(undefined);
    setDraft(next);
  }

  /** Asks no more whether the find is about the scanned rock. */
  function settleRock() {
    setSettled(scanned);
    keepSettledRock(scanned);
  }

  function setField(name: keyof DraftFields, value: string) {
    if (name === "rockNumber") settleRock();
    change(({ fields }) => ({ fields: { ...fields, [name]: value } }));
  }

  /** Has the find be about the scanned rock, with its pictures and words. */
  const takeScannedRock = () =>
    change(({ fields }) => ({
      fields: { ...fields, rockNumber: scanned },
      qrRockNumber: scanned,
    }));

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
    const empty = files.find(({ size }) => size === 0);
    if (empty) return setImagesError(messages.emptyFile(empty.name));
    setImagesError(undefined);
    change(({ images, lost }) => {
      const { added, stillLost } = findAgain(nameApart(files, images), lost);
      return { images: [...images, ...added], lost: stillLost };
    });
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

  function openQueuedFind({ fields, pictures, lost, ...ids }: FindToSend) {
    settleRock();
    replace({
      fields: { ...BLANK, ...pickFields(fields) },
      qrRockNumber: fields.rockNumberQr ?? "",
      place: readPlace(fields),
      images: pictures.map(toDraftImage),
      lost: lost ?? [],
      submissionId: ids.submissionId,
      findKey: ids.findKey,
      status: "changed",
    });
  }

  return {
    fields,
    /** The scanned number that goes along with the find, also where the visitor has written another. */
    qrRockNumber: draft.fields && !isScanned ? draft.qrRockNumber : scanned,
    /** The scanned rock while only the visitor can say whether the entries are about it; Submit waits for that. */
    otherScanned: draft.fields && mayBeScanned ? scanned : undefined,
    place,
    images,
    /** How many pictures the device has lost that the visitor hasn't chosen again. */
    lostCount: lost.length,
    imagesError,
    submissionId,
    findKey,
    isRestored: draft.status === "restored",
    openQueuedFind,
    settleRock,
    takeScannedRock,
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

export function listMissing({ fields, images, otherScanned }: FindDraft) {
  return [
    otherScanned
      ? msg`which rock it is about`
      : fields.rockNumber.trim() === "" && msg`the rock number`,
    images.length === 0 && msg`an image`,
    fields.location.trim() === "" && msg`the location`,
    fields.comment.trim() === "" && msg`a comment`,
  ].filter((words) => words !== false);
}

const isSameNumber = (one: string, other: string) =>
  one !== "" && other.trim() !== "" && Number(one) === Number(other);

/** Gives files that are chosen again what was said about them. Any other file takes the place of a lost one. */
function findAgain(files: File[], lost: DraftPicture[]) {
  const found = files.map(({ size }) =>
    lost.find(({ bytes }) => bytes === size),
  );
  const others = found.filter((again) => !again).length;
  return {
    added: files.map((file, index) => {
      const { description = "", blurs, isUnsearched } = found[index] ?? {};
      return toDraftImage({ file, description, blurs, isUnsearched });
    }),
    stillLost: lost.filter((one) => !found.includes(one)).slice(others),
  };
}

const toDraftImage = (picture: PictureToSend): DraftImage => ({
  ...picture,
  key: picture.key ?? newUuid(),
  description: picture.description ?? "",
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

const pickFields = (fields: Record<string, string>): Partial<DraftFields> =>
  Object.fromEntries(
    Object.keys(BLANK)
      .filter((name) => fields[name])
      .map((name) => [name, fields[name]]),
  );

function readPlace({ suggestion }: Record<string, string>) {
  return suggestion ? (JSON.parse(suggestion) as Suggestion) : null;
}

/** Pictures whose files aren't there, or are no longer whole, are lost. */
function restoreDraft(stored: StoredDraft, kept: PictureToSend[]): Draft {
  const { edits, qrRockNumber, place, submissionId, findKey } = stored;
  const files = kept.map((file) => ({ ...file, key: file.key ?? newUuid() }));
  const pictures = stored.pictures ?? describeFiles(stored, files);
  const fileOf = ({ key, bytes }: DraftPicture) =>
    files.find((one) => one.key === key && one.file.size === bytes);
  return {
    fields: {
      ...BLANK,
      // What an older page left out, because the visitor had not changed it.
      rockNumber: qrRockNumber,
      date: localToday(),
      ...edits,
    },
    qrRockNumber,
    place,
    images: pictures.flatMap((picture) => {
      const { bytes: _, ...said } = picture;
      const file = fileOf(picture);
      return file ? [{ ...file, ...said }] : [];
    }),
    lost: pictures.filter((picture) => !fileOf(picture)),
    submissionId,
    findKey,
    status: "restored",
  };
}

/** Says of the pictures of an older page what that page has stored by their order. */
const describeFiles = (
  { descriptions = [], blurs = [] }: StoredDraft,
  files: { key: string; file: File }[],
): DraftPicture[] =>
  Array.from(
    { length: Math.max(files.length, descriptions.length) },
    (_, index) => ({
      key: files[index]?.key ?? newUuid(),
      bytes: files[index]?.file.size ?? 0,
      description: descriptions[index] ?? "",
      blurs: blurs[index] ?? undefined,
    }),
  );

/** Restores the stored draft once, and stores each change. */
function useStoredDraft(draft: Draft, restore: (stored: Draft) => void) {
  const { images, lost, status, fields, ...texts } = draft;

  useEffect(() => {
    void (async () => {
      const stored = await readDraft().catch(() => undefined);
      if (stored) restore(restoreDraft(stored, stored.images));
    })();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, []);

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
    edits: fields ?? {},
    pictures: [
      ...images.map(({ key, file, description, blurs, isUnsearched }) => ({
        key,
        bytes: file.size,
        description,
        blurs,
        isUnsearched,
      })),
      ...lost,
    ],
  } satisfies StoredDraft);
  useEffect(() => {
    if (status === "changed")
      void saveDraft(JSON.parse(text) as StoredDraft).catch(() => {});
  }, [status, text]);

  const latestImages = useRef(images);
  latestImages.current = images;
  const keys = images.map(({ key }) => key).join(" ");
  const arePreviewsMade = images.every(({ preview }) => preview !== undefined);
  // Not for each preview, because all images are written each time.
  useEffect(() => {
    if (status === "changed")
      void saveDraftImages(latestImages.current).catch(() => {});
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
