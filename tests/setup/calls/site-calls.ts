import { readFile } from "node:fs/promises";
import { fixture } from "#tests/fixtures/index.ts";

export const findFields = {
  rockNumber: "214",
  location: "Lighthouse steps, Anstruther",
  comment: "It was sitting on the harbour wall.",
  date: "2026-05-17",
};

/** Makes a form as the upload page sends it: text fields first, then these fixtures as images. */
export async function findForm(
  fields: Record<string, string>,
  images: string[],
  imageField = "images",
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const image of images)
    form.append(imageField, new Blob([await readFile(fixture(image))]), image);
  return form;
}
