import type { AdminFind, FindImage } from "#domain/finds/answers.ts";
import { FIND_KEY, findFields } from "#tests/setup/calls/site-calls.ts";
import { call, cookie, site } from "#tests/setup/vitest/site.ts";

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

type Find = Pick<AdminFind, "rps_key">;

export const imagesOf = async ({ rps_key }: Find) =>
  (await call(`GET /api/journey-admin/${rps_key}/images`)).body as FindImage[];

/** What was done to a find, newest first. */
export const historyOf = async ({ rps_key }: Find) =>
  (await call(`GET /api/journey-admin/${rps_key}/history`)).body;

/** Shows or hides a find, by whichever version of it if none is given. */
export const showFind = ({ rps_key }: Find, show = true, version?: string) =>
  call(
    `POST /api/journey-admin/${rps_key}/toggle-show`,
    { show },
    asOf(version),
  );

/** The admin's headers, of whoever has read this version if there is one. */
export const asOf = (version?: string): Record<string, string> => ({
  cookie,
  ...(version && { "If-Match": `"${version}"` }),
});

/** Saves a find as the admin. */
export const saveFind = (
  { rps_key }: Find,
  change: object,
  headers?: Record<string, string>,
) => call(`PUT /api/journey-admin/${rps_key}`, change, headers);

/** Sends what a find's own page of an earlier version sends. */
export const asFinder = (
  { uuid }: Pick<AdminFind, "uuid">,
  fields: Record<string, string>,
  headers?: Record<string, string>,
) =>
  site.fetch(`/finds/${uuid}.data`, {
    method: "POST",
    headers,
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
