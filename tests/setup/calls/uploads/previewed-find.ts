import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { expect } from "vitest";
import type { OwnFind } from "#domain/finds/answers.ts";
import { fixture } from "#tests/fixtures/index.ts";
import { asOf, readAsFinder, readFind } from "../find-calls.ts";
import { FIND_KEY, ownFields } from "../site-calls.ts";
import { call, cookie, site } from "#tests/setup/vitest/site.ts";
import { previewOf } from "./preview.ts";
import { uploadBytes } from "./tus-calls.ts";

/** The original of every find that `sendPreview` sends. */
export const whole = readFileSync(fixture("photo.webp"));
export const preview = await previewOf("plain.png", 200);

/** Sends a find whose only picture is a smaller copy, and waits for its derivatives. */
export async function sendPreview() {
  const copy = { filename: "a.jpg", preview: null };
  const { id } = await uploadBytes(site, preview, copy);
  const submission_id = randomUUID();
  const fields = {
    ...ownFields,
    submission_id,
    uploads: JSON.stringify([id]),
  };
  const { uuid, images } = await site.addFind(fields, []);
  await site.untilTidy();
  const name = images[0]!;
  const folder = `rocks/214/${uuid}`;
  const { rps_key } = await readFind(uuid);
  const rows = () =>
    site.query<Record<string, string | number | null>>(
      `SELECT * FROM rock_post_images WHERE rps_key = ${rps_key} ORDER BY rpi_key`,
    );
  const original = {
    filename: "a.webp",
    original_of: `${uuid}/${name}`,
    find_key: FIND_KEY,
  };
  const media = (headers: HeadersInit, image: string, kind: string) =>
    site.fetch(`/media/${folder}/${kind}/${image}.webp`, { headers });
  return {
    uuid,
    rps_key,
    name,
    folder,
    sendAgain: () => site.addFind(fields, []),
    original,
    rows,
    row: () => rows()[0]!,
    files: () => readdirSync(site.inStore(folder, "original")),
    readOriginal: () =>
      readFileSync(
        site.inStore(folder, "original", String(rows()[0]!.original_file)),
      ),
    asAdmin: () => media({ cookie }, name, "webp"),
    /** The bytes that everybody gets, or the status of the refusal. */
    publicBytes: async (image = name, kind = "webp") => {
      const answer = await media({}, image, kind);
      return answer.ok
        ? Buffer.from(await answer.arrayBuffer()).toString("base64")
        : answer.status;
    },
    pending: async () => (await readFind(uuid)).originals_pending,
    sendOriginal: async (bytes: Uint8Array = whole) => {
      const { answer } = await uploadBytes(site, bytes, original);
      expect(answer.status).toBe(204);
      await site.untilTidy();
    },
    inReview: async () => (await call(`GET /api/review?uuid=${uuid}`)).body[0]!,
    isListed: async () =>
      (await call("GET /api/review?limit=100")).body.some(
        (find) => find.uuid === uuid,
      ),
    decide: (body: object, version?: string) =>
      call(`POST /api/review/${uuid}`, body, asOf(version)),
    originalError: async () =>
      ((await (await readAsFinder({ uuid })).json()) as OwnFind).find!
        .images[0]!.original_error,
  };
}
