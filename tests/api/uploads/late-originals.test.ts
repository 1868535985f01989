import { existsSync, readFileSync, rmSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { SubmissionResult } from "#domain/finds/answers.ts";
import { fixture } from "#tests/fixtures/index.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { remove, restore } from "#tests/setup/calls/trash-calls.ts";
import { previewOf } from "#tests/setup/calls/uploads/preview.ts";
import { uploadBytes } from "#tests/setup/calls/uploads/tus-calls.ts";
import {
  call,
  cookie,
  send,
  setUpSite,
  site,
} from "#tests/setup/vitest/site.ts";

setUpSite();

const KEY = "0123456789abcdef0123456789abcdef";
const original = readFileSync("scripts/demo/pictures/scenes/forest-1.webp");
let preview: Buffer;
beforeAll(async () => {
  preview = await previewOf("portrait.heic", 640);
});

/** A find whose only picture is a smaller copy. */
async function sendPreview() {
  const { id } = await uploadBytes(site, preview, {
    filename: "a.jpg",
    preview: null,
  });
  const answer = await site.sendFind(
    { ...findFields, find_key: KEY, uploads: JSON.stringify([id]) },
    [],
  );
  const { uuid, images } = (await answer.json()) as SubmissionResult;
  await site.untilIdle();
  const name = images[0]!;
  const address = (image: string, kind = "webp") =>
    `${site.baseURL}/media/rocks/214/${uuid}/${kind}/${image}.webp`;
  const inReview = async () => {
    const { body } = await call(`GET /api/review?uuid=${uuid}`);
    return body[0]!;
  };
  return {
    uuid,
    name,
    inReview,
    /** The bytes that everybody gets. */
    publicBytes: async (image = name, kind = "webp") => {
      const media = await fetch(address(image, kind));
      return media.ok
        ? Buffer.from(await media.arrayBuffer()).toString("base64")
        : media.status;
    },
    sendOriginal: async (bytes = original) => {
      const { answer } = await uploadBytes(site, bytes, {
        filename: "a.webp",
        original_of: `${uuid}/${name}`,
        find_key: KEY,
      });
      expect(answer.status).toBe(204);
      await site.untilTidy();
    },
    decide: (body: object, version?: string) =>
      send(`POST /api/review/${uuid}`, body, {
        cookie,
        ...(version ? { "If-Match": `"${version}"` } : {}),
      }),
    isListed: async () => {
      const { body } = await call("GET /api/review");
      return body.some((find) => find.uuid === uuid);
    },
    files: () =>
      site.query<{
        rpi_key: number;
        original_file: string;
        replaces: number | null;
      }>(
        `SELECT i.* FROM rock_post_images i JOIN rock_posts p USING (rps_key) WHERE uuid = '${uuid}' ORDER BY rpi_key`,
      ),
  };
}

/** It begins as a picture. */
const undecodable = () => readFileSync(fixture("photo.webp")).subarray(0, 5000);

/** A find that the admin has shown, and whose original came after that. */
async function shownWithOriginal() {
  const find = await sendPreview();
  await find.decide({ show: true });
  const approved = await find.publicBytes();
  expect(approved).toEqual(expect.any(String));
  await find.sendOriginal();
  return { ...find, approved };
}

describe("an original that comes after its find was shown", () => {
  test("stays private, and brings the find back to the review with both pictures", async () => {
    const find = await shownWithOriginal();
    expect(await find.publicBytes()).toBe(find.approved);
    const waiting = await find.inReview();
    expect(waiting).toMatchObject({
      show: true,
      waiting: true,
      images: [{ name: find.name, original: { width: expect.any(Number) } }],
    });
    expect(await find.isListed()).toBe(true);
    const { name } = waiting.images[0]!.original!;
    expect(await find.publicBytes(name)).toBe(404);
    expect(
      (await send(`GET /api/review/${find.uuid}/images/${name}`)).status,
    ).toBe(200);
    for (const address of ["/api/rock-posts", "/api/rock-posts/214"])
      expect(await (await site.fetch(address)).text(), address).not.toContain(
        name,
      );
    const finder = await site.fetch(`/finds/${find.uuid}.data`, {
      method: "POST",
      body: new URLSearchParams({ key: KEY }),
    });
    expect(await finder.text()).not.toContain(name);
  });

  test("takes its place though an earlier version did not make all of its derivatives, and nothing of the old picture stays", async () => {
    const find = await shownWithOriginal();
    const before = await find.publicBytes(find.name, "webp640");
    const { original } = (await find.inReview()).images[0]!;
    const medium = (name: string) =>
      site.inStore(`rocks/214/${find.uuid}/webp640/${name}.webp`);
    rmSync(medium(original!.name));
    expect((await find.decide({ show: true })).status).toBe(200);
    expect(existsSync(medium(find.name))).toBe(false);
    const now = await find.publicBytes(find.name, "webp640");
    expect(now).toBe(await find.publicBytes());
    expect(now).not.toBe(before);
  });

  test("is what everybody sees once the admin shows it, and only then the approved file goes", async () => {
    const find = await shownWithOriginal();
    const [before] = find.files();
    const { version } = await find.inReview();
    const answer = await find.decide({ show: true }, version);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ waiting: false, undo: null });
    expect(await find.publicBytes()).not.toBe(find.approved);
    const files = find.files();
    expect(files).toMatchObject([{ replaces: null, original_state: "final" }]);
    expect(files[0]!.original_file).not.toBe(before!.original_file);
    expect(await find.isListed()).toBe(false);
  });

  test("can be left aside, and everybody goes on seeing what was approved", async () => {
    const find = await shownWithOriginal();
    expect(
      (await find.decide({ show: true, pictures: "approved" })).status,
    ).toBe(200);
    expect(await find.publicBytes()).toBe(find.approved);
    expect(await find.isListed()).toBe(false);
    expect(find.files()).toMatchObject([
      { show: 1, replaces: null },
      { show: 0, replaces: null },
    ]);
  });

  test("makes a decision stale that was made before it came", async () => {
    const find = await sendPreview();
    const { version } = await find.inReview();
    await find.sendOriginal();
    const stale = await find.decide({ show: true }, version);
    expect(stale.status).toBe(409);
    expect(await find.publicBytes()).toBe(404);
    // It has simply taken the place of its copy.
    const now = await find.inReview();
    expect(now.images).toMatchObject([{ name: find.name, original: null }]);
    expect((await find.decide({ show: true }, now.version)).status).toBe(200);
  });

  test("makes the table's Show and PUT stale that were made before it came @soak", async () => {
    const find = await sendPreview();
    const row = async () =>
      (await call(`GET /api/journey-admin?uuid=${find.uuid}`)).body[0]!;
    const { rps_key, version } = await row();
    await find.sendOriginal();
    const path = `/api/journey-admin/${rps_key}`;
    const showAt = async (version: string) => {
      const headers = { cookie, "If-Match": `"${version}"` };
      const body = { show: true };
      const answers = [
        await send(`PUT ${path}`, body, headers),
        await send(`POST ${path}/toggle-show`, body, headers),
      ];
      return answers.map(({ status }) => status);
    };
    expect(await showAt(version)).toEqual([409, 409]);
    expect(await find.publicBytes()).toBe(404);
    expect(await showAt((await row()).version)).toContain(200);
  });

  test("can't be published by taking back that its find was hidden @soak", async () => {
    const find = await sendPreview();
    await find.decide({ show: true });
    const { undo } = (await (await find.decide({ show: false })).json()) as {
      undo: string;
    };
    await find.sendOriginal();
    expect((await find.decide({ undo })).status).toBe(409);
    expect(await find.publicBytes()).toBe(404);
  });

  test("waits on through hiding and showing, another number, the trash, and a restart @soak", async () => {
    const find = await shownWithOriginal();
    const [{ rps_key }] = site.query<{ rps_key: number }>(
      `SELECT rps_key FROM rock_posts WHERE uuid = '${find.uuid}'`,
    ) as [{ rps_key: number }];
    const toggle = `/api/journey-admin/${rps_key}/toggle-show`;
    await send(`POST ${toggle}`, { show: false });
    await send(`POST ${toggle}`, { show: true });
    expect(await find.publicBytes()).toBe(find.approved);
    const trashKey = await remove(`/api/journey-admin/${rps_key}`);
    expect((await restore(trashKey)).status).toBe(200);
    await site.untilIdle();
    await site.restart();
    await site.untilIdle();
    await call("POST /api/create-images", {
      path: `media/rocks/214/${find.uuid}`,
      regenerate: true,
    });
    await site.untilIdle();
    expect(await find.isListed()).toBe(true);
    expect((await find.inReview()).images[0]!.original).not.toBeNull();
    expect((await find.decide({ show: true })).status).toBe(200);
    expect(find.files()).toHaveLength(1);
    expect(await find.publicBytes()).toEqual(expect.any(String));
  });

  test("that can't be decoded changes nothing, and waits for nobody @soak", async () => {
    const find = await sendPreview();
    await find.decide({ show: true });
    const approved = await find.publicBytes();
    await find.sendOriginal(undecodable());
    expect(await find.publicBytes()).toBe(approved);
    expect(await find.isListed()).toBe(false);
    expect(
      site.query("SELECT 1 FROM rock_post_images WHERE error IS NOT NULL"),
    ).not.toEqual([]);
  });

  test("stays private too if the copy could not be made smaller, so that nobody has looked at a picture @soak", async () => {
    const find = await sendPreview();
    site.alter(
      `UPDATE rock_post_images SET ready = 0, error = 'It failed.' WHERE rpi_key = ${find.files()[0]!.rpi_key}`,
    );
    rmSync(site.inStore("rocks/214", find.uuid, "webp"), { recursive: true });
    await find.decide({ show: true });
    await find.sendOriginal();
    expect(await find.publicBytes()).toBe(404);
    const { version, images } = await find.inReview();
    expect(images).toMatchObject([
      { ready: false, original: { width: expect.any(Number) } },
    ]);
    expect(await find.isListed()).toBe(true);
    expect((await find.decide({ show: true }, version)).status).toBe(200);
    expect(await find.publicBytes()).toEqual(expect.any(String));
  });

  test("stays private too if the admin has hidden the copy", async () => {
    const find = await sendPreview();
    await find.decide({ show: true });
    const { rpi_key } = find.files()[0]!;
    const image = `POST /api/journey-admin/images/${rpi_key}/toggle-show`;
    await send(image, { show: false });
    await find.sendOriginal();
    await send(image, { show: true });
    expect(await find.isListed()).toBe(true);
    expect((await find.inReview()).images[0]!.original).not.toBeNull();
  });

  test("is told in the find's history", async () => {
    const find = await shownWithOriginal();
    const { rps_key } = await find.inReview();
    const { body } = await call(`GET /api/journey-admin/${rps_key}/history`);
    expect(body[0]).toMatchObject({
      by: "finder",
      what: "original-arrived",
      changes: { image: ["a.jpg", "a.webp"] },
    });
  });

  test("takes its place at once where nobody looks at finds @soak", async () => {
    const find = await sendPreview();
    await find.decide({ show: true });
    await site.restart({ MODERATION: "off" });
    const before = await find.publicBytes();
    await find.sendOriginal();
    expect(await find.publicBytes()).not.toBe(before);
    expect(await find.isListed()).toBe(false);
    await site.restart({ MODERATION: "on" });
  });

  test("becomes a hidden picture of its own if the admin deletes the approved one", async () => {
    const find = await shownWithOriginal();
    const [{ rpi_key }] = site.query<{ rpi_key: number }>(
      `SELECT rpi_key FROM rock_post_images WHERE current_name = '${find.name}'`,
    ) as [{ rpi_key: number }];
    await send(`DELETE /api/journey-admin/images/${rpi_key}`);
    expect(await find.publicBytes()).toBe(404);
    expect(find.files()).toMatchObject([{ show: 0, replaces: null }]);
    site.alter("DELETE FROM trash");
  });
});
