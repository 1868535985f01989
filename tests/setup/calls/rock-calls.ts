import { expect } from "vitest";
import { findForm } from "#tests/setup/calls/site-calls.ts";
import { call, site } from "#tests/setup/vitest/site.ts";

/** The keys of the artists that `addArtists` has added. */
export const artists: number[] = [];

export async function addArtists() {
  for (const display_name of ["Ida", "Grandma June"]) {
    const { body } = await call("POST /api/users", {
      display_name,
    });
    artists.push(body.ra_key);
  }
}

export function rockForm(fields: Record<string, unknown>, image?: string) {
  const texts = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  const form = Object.fromEntries(texts) as Record<string, string>;
  return findForm(form, image ? [image] : [], "image");
}

let nextNumber = 1000;

/** Adds a rock with a new number, and waits for its picture. */
export async function newRock(fields: Record<string, unknown> = {}) {
  const form = await rockForm(
    { rock_number: nextNumber++, artist_keys: artists, comment: "", ...fields },
    "plain.png",
  );
  const { body, status } = await call("POST /api/rocks", form);
  expect(status).toBe(201);
  await site.untilIdle();
  return body;
}
