import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { describe, expect, test } from "vitest";
import { fixture } from "#tests/fixtures/index.ts";
import {
  historyOf,
  imagesOf,
  readAsFinder,
  readFind,
  saveFind,
} from "#tests/setup/calls/find-calls.ts";
import { FIND_KEY, findFields } from "#tests/setup/calls/site-calls.ts";
import { remove, restore } from "#tests/setup/calls/trash-calls.ts";
import {
  preview,
  sendPreview,
  whole,
} from "#tests/setup/calls/uploads/previewed-find.ts";
import {
  arrivedFile,
  askUpload,
  beginUpload,
  createUpload,
  expectRefusal,
  idOf,
  offsetOf,
  removeUpload,
  sendPiece,
  uploadBytes,
  uploadFixture,
} from "#tests/setup/calls/uploads/tus-calls.ts";
import { expectSums } from "#tests/setup/check/expect-sums.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { send, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite();

/** It begins as a picture. */
const undecodable = whole.subarray(0, 5000);

describe("an original that follows", () => {
  test("replaces its preview byte for byte, whatever its rock's number is then, and the preview's name leads to it", async () => {
    const find = await sendPreview();
    const before = find.row();
    expect(await find.pending()).toBe(1);
    const etag = (await find.asAdmin()).headers.get("etag");
    const path = await beginUpload(site, whole.length, find.original);
    expect((await saveFind(find, { rock_number: 7 })).status).toBe(200);
    expect((await sendPiece(site, path, 0, whole)).status).toBe(204);
    await site.untilTidy();

    const after = find.row();
    expect(after).toMatchObject({
      original_name: "a.webp",
      original_state: "final",
      ready: 1,
      show: 1,
    });
    expect(after.original_file).not.toBe(before.original_file);
    expect(after.width).toBeGreaterThan(Number(before.width));
    expect(find.readOriginal().equals(whole)).toBe(true);
    expectSums("rock_post_images");
    expect(find.files()).toEqual([after.original_file]);
    expect(existsSync(arrivedFile(site, path))).toBe(false);
    expect(await find.pending()).toBe(0);
    expect(await offsetOf(site, path)).toBe(whole.length);
    await saveFind(find, { rock_number: 214 });
    expect(after.current_name).not.toBe(find.name);
    expect((await find.asAdmin()).headers.get("etag")).not.toBe(etag);
    expect((await find.sendAgain()).images).toEqual([find.name]);
    await expectRefusal(await createUpload(site, 100, find.original), 409);
  });

  test("needs the find's key and an image of it, can't go into a new find, and is waited for until its sender removes it", async () => {
    const { original, ...find } = await sendPreview();
    const nobodys = "00000000-0000-4000-8000-000000000000";
    for (const metadata of [
      { ...original, find_key: FIND_KEY.replace("0", "1") },
      { original_of: original.original_of },
      { ...original, original_of: `${find.uuid}/000000000000` },
      { ...original, original_of: `${nobodys}/${find.name}` },
    ])
      await expectRefusal(await createUpload(site, 100, metadata), 404);
    const path = await beginUpload(site, whole.length, original);
    const uploads = JSON.stringify([idOf(path)]);
    const other = await site.sendFind({ ...findFields, uploads }, []);
    await expectRefusal(other, 400);
    expect(await find.pending()).toBe(1);
    await removeUpload(path);
    expect(await find.pending()).toBe(0);
  });

  test("that is no picture is refused and removed, and a whole one may still come", async () => {
    const find = await sendPreview();
    const before = find.row();
    const note = readFileSync(fixture("note.jpg"));
    const { answer, path } = await uploadBytes(site, note, find.original);
    await expectRefusal(answer, 415);
    expect((await askUpload(site, path)).status).toBe(404);
    expect(existsSync(arrivedFile(site, path))).toBe(false);
    expect(find.row()).toEqual({
      ...before,
      original_state: "replaceable",
      original_error:
        "This picture can’t be opened: it is damaged, or it isn’t a picture at all. Please choose another one.",
    });
    expect(find.readOriginal().equals(preview)).toBe(true);
    expect(await find.originalError()).toBe(find.row().original_error);
    await find.sendOriginal();
    const final = { original_state: "final", original_error: null };
    expect(find.row()).toMatchObject(final);
  });

  test("that can't be decoded, or has too many pixels, changes nothing, and is named to the admin and the finder @soak", async () => {
    for (const bytes of [undecodable, readFileSync(fixture("huge.png"))]) {
      const find = await sendPreview();
      const before = find.row();
      const { version } = await readFind(find.uuid);
      await find.sendOriginal(bytes);
      expect(find.row()).toEqual({ ...before, original_state: "final" });
      expect(find.readOriginal().equals(preview)).toBe(true);
      const why = (await imagesOf(find))[0]!.original_error;
      expect(why).toEqual(expect.any(String));
      expect(await find.originalError()).toBe(why);
      expect((await readFind(find.uuid)).version).not.toBe(version);
    }
  });

  test("goes on while its image is in the trash, is there when that comes back, and goes with it for good", async () => {
    const find = await sendPreview();
    const path = await beginUpload(site, whole.length, find.original);
    await sendPiece(site, path, 0, whole.subarray(0, 1000));
    const trashKey = await remove(`/api/journey-admin/${find.rps_key}`);
    const rest = whole.subarray(1000);
    expect((await sendPiece(site, path, 1000, rest)).status).toBe(204);
    // The sweep of a start leaves it alone.
    await site.restart();
    expect((await restore(trashKey)).status).toBe(200);
    await site.untilTidy();
    expect(find.readOriginal().equals(whole)).toBe(true);

    const other = await sendPreview();
    const image = `/api/journey-admin/images/${other.row().rpi_key}`;
    const imageKey = await remove(image);
    const announced = await uploadBytes(site, whole, other.original);
    expect(announced.answer.status).toBe(204);
    await restore(imageKey);
    await site.untilTidy();
    expect(other.readOriginal().equals(whole)).toBe(true);

    const late = await sendPreview();
    const goneKey = await remove(`/api/journey-admin/${late.rps_key}`);
    const gone = await beginUpload(site, whole.length, late.original);
    await sendPiece(site, gone, 0, whole);
    await send(`DELETE /api/trash/${goneKey}`);
    expect((await askUpload(site, gone)).status).toBe(404);
    expect(existsSync(arrivedFile(site, gone))).toBe(false);
  });
});

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
  test("stays private and brings the find back to the review, until the admin shows it and everybody sees it", async () => {
    const find = await shownWithOriginal();
    const [before] = find.rows();
    expect(await find.publicBytes()).toBe(find.approved);
    expect(await find.isListed()).toBe(true);
    const waiting = await find.inReview();
    expect(waiting).toMatchObject({
      show: true,
      waiting: true,
      images: [{ name: find.name, original: { width: expect.any(Number) } }],
    });
    const { name } = waiting.images[0]!.original!;
    expect(await find.publicBytes(name)).toBe(404);
    const picture = `/api/review/${find.uuid}/images/${name}`;
    expect((await send(`GET ${picture}`)).status).toBe(200);
    const open = await site.fetch("/api/rock-posts/214");
    for (const answer of [open, await readAsFinder(find)])
      expect(await answer.text(), answer.url).not.toContain(name);
    expect((await historyOf(find))[0]).toMatchObject({
      by: "finder",
      what: "original-arrived",
      changes: { image: ["a.jpg", "a.webp"] },
    });

    // An earlier version did not make all of its derivatives, and nothing of the old picture may stay.
    rmSync(site.inStore(find.folder, `webp640/${name}.webp`));
    const shown = await find.decide({ show: true }, waiting.version);
    expect(shown.body).toMatchObject({ waiting: false, undo: null });
    expect(find.files()).toEqual([find.row().original_file]);
    expect(find.row().current_name).toBe(name);
    const named = filesBelow(site.inStore(find.folder));
    expect(named.filter((file) => file.includes(find.name))).toEqual([]);
    const now = await find.publicBytes(name);
    expect(now).not.toBe(find.approved);
    expect(await find.publicBytes()).toBe(now);
    expect(await find.publicBytes(find.name, "webp640")).toBe(now);
    const final = { replaces: null, original_state: "final" };
    expect(find.rows()).toMatchObject([final]);
    expect(find.row().original_file).not.toBe(before!.original_file);
    expect(await find.isListed()).toBe(false);
  });

  test("leaves every picture as it was if it can't be shown, and either choice is still open", async () => {
    const find = await shownWithOriginal();
    const files = () => filesBelow(site.inStore(find.folder));
    const before = [find.rows(), files()];
    site.alter(
      "CREATE TRIGGER full BEFORE INSERT ON history BEGIN SELECT RAISE(ABORT, 'no room'); END",
    );
    const refused = await find.decide({ show: true, pictures: "new" });
    site.alter("DROP TRIGGER full");
    expect(refused.status).toBe(500);
    expect([find.rows(), files()]).toEqual(before);
    expect(await find.publicBytes()).toBe(find.approved);
    const { name } = (await find.inReview()).images[0]!.original!;
    expect((await find.decide({ show: true })).status).toBe(200);
    expect(await find.publicBytes()).toBe(await find.publicBytes(name));
    expect(await find.publicBytes()).not.toBe(find.approved);
  });

  test("can be left aside, and is a hidden picture of its own then, or if the admin deletes the approved one", async () => {
    const aside = await shownWithOriginal();
    await aside.decide({ show: true, pictures: "approved" });
    expect(await aside.publicBytes()).toBe(aside.approved);
    expect(await aside.isListed()).toBe(false);
    expect(aside.rows()).toMatchObject([
      { show: 1, replaces: null },
      { show: 0, replaces: null },
    ]);
    const find = await shownWithOriginal();
    await send(`DELETE /api/journey-admin/images/${find.row().rpi_key}`);
    expect(await find.publicBytes()).toBe(404);
    expect(find.rows()).toMatchObject([{ show: 0, replaces: null }]);
  });

  test("makes a decision stale that was made before it came, and waits too if the admin has hidden its copy", async () => {
    const find = await sendPreview();
    const { version } = await find.inReview();
    await find.sendOriginal();
    expect((await find.decide({ show: true }, version)).status).toBe(409);
    expect(await find.publicBytes()).toBe(404);
    // It has simply taken the place of its copy.
    const now = await find.inReview();
    const name = find.row().current_name;
    expect(now.images).toMatchObject([{ name, original: null }]);
    expect((await find.decide({ show: true }, now.version)).status).toBe(200);

    const other = await sendPreview();
    await other.decide({ show: true });
    const image = `POST /api/journey-admin/images/${other.row().rpi_key}/toggle-show`;
    await send(image, { show: false });
    await other.sendOriginal();
    await send(image, { show: true });
    expect(await other.isListed()).toBe(true);
    expect((await other.inReview()).images[0]!.original).not.toBeNull();
  });

  test("stays private too if the copy could not be made smaller, so that nobody has looked at a picture @soak", async () => {
    const find = await sendPreview();
    site.alter(
      `UPDATE rock_post_images SET ready = 0, error = 'It failed.' WHERE rpi_key = ${find.row().rpi_key}`,
    );
    rmSync(site.inStore("rocks/214", find.uuid, "webp"), { recursive: true });
    await find.decide({ show: true });
    await find.sendOriginal();
    expect(await find.publicBytes()).toBe(404);
    expect(await find.isListed()).toBe(true);
    expect((await find.decide({ show: true })).status).toBe(200);
    expect(await find.publicBytes()).toEqual(expect.any(String));
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
});

test("after their time uploads are removed, and an image no longer waits for an original, and takes it still @soak", async () => {
  /** Uploads count hours in which the site ran, images days. */
  const ageUploads = (where: string) =>
    site.alter(
      `UPDATE uploads SET create_hour = create_hour - 192 WHERE ${where}`,
    );
  const sendAged = async (days: number) => {
    const find = await sendPreview();
    site.alter(
      `UPDATE rock_post_images SET create_dt = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-${days} days') WHERE rps_key = ${find.rps_key}`,
    );
    return find;
  };
  const begun = await sendPreview();
  const never = await sendAged(31);
  const waits = await sendAged(29);
  const old = await uploadFixture("plain.png");
  const used = await uploadFixture("plain.png");
  const young = await uploadFixture("plain.png");
  await site.addFind({ ...findFields, uploads: JSON.stringify([used]) }, []);
  ageUploads(`id IN ('${old}', '${used}')`);
  const nobodys = "f".repeat(32);
  appendFileSync(site.inStore("tmp/uploads", nobodys), "left over");
  await beginUpload(site, whole.length, begun.original);
  ageUploads(`rpi_key = ${begun.row().rpi_key}`);
  // Even before they are removed, they are gone for everybody.
  expect((await askUpload(site, `/api/uploads/${old}`)).status).toBe(404);
  await site.restart();
  const files = readdirSync(site.inStore("tmp/uploads"));
  expect(files).toContain(young);
  for (const id of [old, used, nobodys]) {
    expect(files).not.toContain(id);
    expect(site.count(`uploads WHERE id = '${id}'`)).toBe(0);
  }
  const states = [begun, never, waits].map((find) => find.row().original_state);
  expect(states).toEqual(["replaceable", "replaceable", "pending"]);
  await removeUpload(`/api/uploads/${young}`);
  await never.sendOriginal();
  expect(never.row().original_state).toBe("final");
});
