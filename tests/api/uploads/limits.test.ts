import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { receiveUpload } from "#app/http/uploads/upload.server.ts";
import { incomingFolder } from "#domain/store/paths.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import {
  FIND_KEY,
  findFields,
  findForm,
  ownFields,
} from "#tests/setup/calls/site-calls.ts";
import {
  arrivedFile,
  askUpload,
  beginUpload,
  createUpload,
  expectRefusal,
  offsetOf,
  openPiece,
  removeUpload,
  sendPiece,
  someBytes,
  untilArrived,
  uploadBytes,
  uploadFixture,
} from "#tests/setup/calls/uploads/tus-calls.ts";
import { mountSmallDisk } from "#tests/setup/processes/small-disk.ts";
import { takeStoreAway } from "#tests/setup/processes/volume.ts";
import { until } from "#tests/setup/until.ts";
import { setUpSite, site, useOwnSite } from "#tests/setup/vitest/site.ts";

const MB = 1_048_576;
const bytes = someBytes(2 * MB);
const FORM = "multipart/form-data; boundary=b";
const BEGUN = `--b\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\nabc`;

// Each test has addresses of its own.
setUpSite({
  env: {
    TRUST_PROXY: "true",
    UPLOAD_PARALLEL: "2/3",
    UPLOAD_LIMITS: "3/1d",
    UPLOAD_MAX_MB: "1",
  },
});

const from = (address: string) => ({ "X-Forwarded-For": address });
const send = (
  address: string,
  fields: Record<string, string> = findFields,
  images = ["plain.png"],
) => site.sendFind(fields, images, from(address));
const create = (address: string, metadata?: Record<string, string | null>) =>
  createUpload(site, 100, metadata, from(address));

/** Sends a find whose picture is a copy, from this address. Says which original may follow it. */
async function sendCopy(address: string) {
  const id = await uploadFixture("plain.png", { preview: null });
  const fields = { ...ownFields, uploads: JSON.stringify([id]) };
  const { uuid, images } = await site.addFind(fields, [], from(address));
  return { original_of: `${uuid}/${images[0]}`, find_key: FIND_KEY };
}

/** Receives a form as a call does that takes one image. `send` enqueues what is sent of it. */
const receive = (
  send: (body: ReadableStreamDefaultController) => void,
  id: string = randomUUID(),
  silenceMs?: number,
) =>
  receiveUpload(
    new Request("http://site/", {
      method: "POST",
      headers: { "Content-Type": FORM },
      body: new ReadableStream({ start: send }),
      duplex: "half",
    } as RequestInit),
    id,
    { fileField: "image", filesMax: 1, tooMany: "One is enough." },
    silenceMs,
  );

test("an upload that sends nothing more is refused with 408, what it was writing is closed, and its slot is free again", async () => {
  const beginOnly = async (first: string, id: string, ms: number) => {
    const all = receive((body) => body.enqueue(Buffer.from(first)), id, ms);
    await expect(all).rejects.toMatchObject({ kind: "timed_out" });
  };
  const id = randomUUID();
  await beginOnly(BEGUN, id, 20);
  expect(existsSync(onDisk(incomingFolder(id)))).toBe(true);
  // One after the other, more succeed than may run at once.
  for (let n = 0; n < 40; n++) await beginOnly("", randomUUID(), 1);
});

test("a form ends although its last part is large and is no field, and a file beside an empty one is not dropped without a word", async () => {
  const receiveWith = (...parts: string[]) =>
    receive((body) => {
      const form = [BEGUN, ...parts, ""].join("\r\n--b");
      body.enqueue(Buffer.from(`${form}--\r\n`));
      body.close();
    });
  const disposition = "\r\nContent-Disposition:";
  const large = `\r\n\r\n${"x".repeat(200_000)}`;
  const { files } = await receiveWith(`${disposition} attachment${large}`);
  expect(files).toHaveLength(1);
  const file = `${disposition} form-data; name="image"; filename=`;
  const all = receiveWith(`${file}""\r\n\r\n`, `${file}"b.jpg"${large}`);
  await expect(all).rejects.toMatchObject({ message: "One is enough." });
});

test("finds that are refused, too large or broken count as others do, those past the limit don't, and a repeat stays free", async () => {
  const mine = { ...findFields, submission_id: randomUUID() };
  expect((await send("192.0.2.11", mine)).status).toBe(201);
  const form = await findForm(findFields, []);
  form.append("images", new Blob([Buffer.alloc(2_000_000)]), "large.jpg");
  for (const [status, type, body] of [
    [413, {}, form],
    [400, { "Content-Type": FORM }, "--b\r\nContent-Disp"],
    [429, { "Content-Type": FORM }, "--b\r\nContent-Disp"],
  ] as const) {
    const answer = await site.fetch("/api/upload-rock", {
      method: "POST",
      headers: { ...from("192.0.2.11"), ...type },
      body,
    });
    expect(answer.status).toBe(status);
  }
  for (const images of [["plain.png"], ["note.jpg"], []])
    expect((await send("192.0.2.11", findFields, images)).status).toBe(429);
  expect((await send("192.0.2.11", mine)).status).toBe(200);
  expect((await send("192.0.2.12")).status).toBe(201);
});

describe("an address", () => {
  test("may have announced 100 uploads, counted with all of its IPv6 network, and nobody else is kept out", async () => {
    for (let n = 0; n < 100; n++)
      expect((await create(`2001:db8:1:1::${n}`)).status).toBe(201);
    await expectRefusal(await create("2001:db8:1:1:ffff::1"), 429);
    expect((await create("2001:db8:1:2::1")).status).toBe(201);
    // The find itself is still taken.
    expect((await send("2001:db8:1:1::1")).status).toBe(201);
  });

  test("that may send no find may begin no upload but an original of a find whose key it has", async () => {
    const original = await sendCopy("192.0.2.31");
    for (let n = 0; n < 2; n++)
      await send("192.0.2.31", findFields, ["note.jpg"]);
    await expectRefusal(await create("192.0.2.31"), 429);
    expect((await create("192.0.2.31", original)).status).toBe(201);
    const wrong = { ...original, find_key: "x" };
    await expectRefusal(await create("192.0.2.31", wrong), 404);
  });

  test("begins no upload once it has sent as much as 20 files that no find uses @soak", async () => {
    const send = async (address: string) => {
      const made = await createUpload(site, MB, undefined, from(address));
      const path = made.headers.get("location")!;
      return sendPiece(site, path, 0, bytes.subarray(0, MB), from(address));
    };
    for (let n = 0; n < 20; n++)
      expect((await send("192.0.2.9")).status).toBe(204);
    await expectRefusal(await send("192.0.2.9"), 429);
    expect((await send("192.0.2.10")).status).toBe(204);
  });
});

describe("a store", () => {
  test("that is away takes and removes nothing of an upload, which goes on when it is back", async () => {
    const sent = bytes.subarray(0, MB);
    const upload = await beginUpload(site, MB);
    await sendPiece(site, upload, 0, sent.subarray(0, 1000));
    const rest = () => sendPiece(site, upload, 1000, sent.subarray(1000));
    const volume = takeStoreAway(site);
    for (const answer of [
      await createUpload(site, 100),
      await rest(),
      await removeUpload(upload),
    ])
      await expectRefusal(answer, 503);
    expect((await askUpload(site, upload)).status).toBe(503);
    volume.bringBack();
    await site.untilHealthy();
    expect(await offsetOf(site, upload)).toBe(1000);
    expect((await rest()).status).toBe(204);
    expect(readFileSync(arrivedFile(site, upload)).equals(sent)).toBe(true);
  });

  test("that comes back gives an original its place that was complete @soak", async () => {
    const original = await sendCopy("192.0.2.41");
    const picture = readFileSync("tests/fixtures/plain.png");
    const { length } = picture;
    const upload = await beginUpload(site, length, original);
    const piece = openPiece(site, upload, { offset: 0, length });
    await piece.write(picture.subarray(0, 100));
    await untilArrived(site, upload, 100);
    const volume = takeStoreAway(site);
    piece.finish(picture.subarray(100));
    expect((await piece.answered).statusCode).toBe(503);
    volume.bringBack();
    await site.untilHealthy();
    const name = original.original_of.split("/")[1];
    const final = `rock_post_images WHERE current_name = '${name}' AND original_state = 'final'`;
    await until(() => site.count(final) === 1);
    expect(await offsetOf(site, upload)).toBe(length);
  });
});

test("a small disk is never filled more than half by uploads that no find uses @soak", async (context) => {
  const disk = mountSmallDisk("size=128m");
  if (!disk)
    return context.skip("A tmpfs may not be mounted here; root may do that.");
  onTestFinished(disk.remove);
  const MEDIA_DIR = path.join(disk.folder, "media");
  await useOwnSite({ MEDIA_DIR, UPLOAD_LIMITS: "off" });
  const send = async (size: number) =>
    (await uploadBytes(site, someBytes(size))).answer;
  // 64 MB of the disk are kept free for everything else.
  for (const size of [10, 10]) expect((await send(size * MB)).status).toBe(204);
  await expectRefusal(await send(25 * MB), 503);
  site.alter("UPDATE uploads SET is_used = 1");
  expect((await send(20 * MB)).status).toBe(204);
});
