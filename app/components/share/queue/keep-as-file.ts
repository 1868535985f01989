import type { I18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import type { FindToSend } from "./find-store.ts";
import { getQueuedFind } from "./send-queue.ts";

/**
 * Saves a queued find as a ZIP: its pictures as they are, and find.txt with what the form asked. The finder reads its
 * last sentence; the rest is for those who run the site, and English.
 * @param address where the finder can send it, an email address
 */
export async function keepAsFile(
  i18n: I18n,
  submissionId: string,
  address: string,
) {
  const find = await getQueuedFind(submissionId);
  if (!find) return;
  const { downloadZip } = await import("client-zip");
  const zip = await downloadZip([
    { name: "find.txt", input: describe(i18n, find, address) },
    // Pictures of a phone often have one and the same name.
    ...find.pictures.map(({ file }, index) => ({
      name: `${index + 1}-${file.name}`,
      input: file,
    })),
  ]).blob();
  const url = URL.createObjectURL(zip);
  const link = Object.assign(document.createElement("a"), {
    href: url,
    download: `rock-${find.fields.rockNumber || 0}.zip`,
  });
  link.click();
  // The browser may begin to read it only after this task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Fields that the finder hasn't filled in. */
const OTHERS = ["rockNumberQr", "trackerData"];

/** 'Rock number' */
const labelOf = (field: string) =>
  field[0]!.toUpperCase() +
  field.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const describe = (
  i18n: I18n,
  { fields, pictures }: FindToSend,
  address: string,
) =>
  [
    "A painted rock was found",
    "",
    ...Object.entries(fields)
      .filter(([field, value]) => value && !OTHERS.includes(field))
      .map(([field, value]) => `${labelOf(field)}: ${value}`),
    ...pictures.flatMap(({ description, blurs }, index) => [
      ...(description?.trim() ? [`Picture ${index + 1}: ${description}`] : []),
      ...(blurs?.length ? [`Hide the faces in picture ${index + 1}`] : []),
    ]),
    "",
    t(
      i18n,
    )`This find has not reached the site yet. If it can't be sent, please send this file to ${address}.`,
    "",
  ].join("\n");
