import type { AdminFind } from "#domain/finds/answers.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { call, site } from "#tests/setup/vitest/site.ts";

export const FIND_KEY = "0123456789abcdef0123456789abcdef";

/** Sends a find, and waits for its pictures. */
export async function newFind(
  fields: Record<string, string> = {},
  images?: string[],
) {
  const { uuid } = await site.addFind({ ...findFields, ...fields }, images);
  await site.untilIdle();
  return readFind(uuid);
}

export const readFind = async (uuid: string) =>
  (await call(`GET /api/journey-admin?uuid=${uuid}`)).body[0]!;

/** Saves a find as the admin. */
export const saveFind = (
  { rps_key }: Pick<AdminFind, "rps_key">,
  change: object,
  headers?: Record<string, string>,
) => call(`PUT /api/journey-admin/${rps_key}`, change, headers);

/** Sends what a find's own page sends. */
export const asFinder = (
  { uuid }: Pick<AdminFind, "uuid">,
  fields: Record<string, string>,
) =>
  site.fetch(`/finds/${uuid}.data`, {
    method: "POST",
    body: new URLSearchParams({ key: FIND_KEY, ...fields }),
  });

/** Reads what that page shows. */
export const readAsFinder = (
  { uuid }: Pick<AdminFind, "uuid">,
  key = FIND_KEY,
) =>
  site.fetch(`/api/finds/${uuid}`, {
    headers: { Authorization: `Bearer ${key}` },
  });

export const asChange = (post: AdminFind, change: object = {}) => ({
  rock_number: post.rock_number,
  location: post.location,
  date: post.date,
  comment: post.comment,
  name: post.name,
  email: post.email,
  show: post.show,
  latitude: post.latitude,
  longitude: post.longitude,
  ...change,
});
