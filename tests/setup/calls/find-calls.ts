import type { AdminFind } from "#domain/finds/answers.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { call, site } from "#tests/setup/vitest/site.ts";

export async function newFind(fields: Record<string, string> = {}) {
  const answer = await site.sendFind({ ...findFields, ...fields });
  const { uuid } = (await answer.json()) as { uuid: string };
  await site.untilIdle();
  const { body } = await call("GET /api/journey-admin");
  return body.find((post) => post.uuid === uuid)!;
}

export const asChange = (
  post: AdminFind,
  change: Record<string, unknown> = {},
) => ({
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
