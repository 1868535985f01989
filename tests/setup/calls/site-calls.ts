import { readFile } from "node:fs/promises";
import { fixture } from "#tests/fixtures/index.ts";

export const findFields = {
  rockNumber: "214",
  location: "Lighthouse steps, Anstruther",
  comment: "It was sitting on the harbour wall.",
  date: "2026-05-17",
};

export const FIND_KEY = "0123456789abcdef0123456789abcdef";
/** The fields of a find that its finder can open again. */
export const ownFields = { ...findFields, find_key: FIND_KEY };

/** Makes a form as the site's own pages send it: text fields first, then these fixtures as images. */
export async function findForm(
  fields: Record<string, string>,
  images: string[],
  imageField = "images",
  nameOf = (image: string, _n: number) => image,
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [n, image] of images.entries()) {
    const picture = new Blob([await readFile(fixture(image))]);
    form.append(imageField, picture, nameOf(image, n));
  }
  return form;
}

/** A form as it goes over the wire. */
export async function encodeForm(form: FormData) {
  const encoded = new Response(form);
  return {
    body: Buffer.from(await encoded.arrayBuffer()),
    type: encoded.headers.get("content-type")!,
  };
}
