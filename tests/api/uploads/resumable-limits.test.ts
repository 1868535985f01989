import path from "node:path";
import {
  describe,
  expect,
  onTestFinished,
  test,
  type TestContext,
} from "vitest";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import {
  arrivedFile,
  askUpload,
  beginUpload,
  createUpload,
  offsetOf,
  openPiece,
  removeUpload,
  sendPiece,
  someBytes,
  untilArrived,
  uploadFixture,
} from "#tests/setup/calls/uploads/tus-calls.ts";
import { readFileSync } from "node:fs";
import { readLog } from "#tests/setup/log.ts";
import { mountSmallDisk } from "#tests/setup/processes/small-disk.ts";
import { startSite, type Site } from "#tests/setup/processes/site.ts";
import { takeStoreAway } from "#tests/setup/processes/volume.ts";
import { until } from "#tests/setup/until.ts";
import { forThisTest, setUpSite, site } from "#tests/setup/vitest/site.ts";

const MB = 1_048_576;
const bytes = someBytes(2 * MB);
const KEY = "0123456789abcdef0123456789abcdef";

async function expectRefusal(answer: Response, status: number) {
  expect(answer.status).toBe(status);
  expect(await answer.json()).toEqual({ error: expect.stringMatching(/\.$/) });
}

describe("an address", () => {
  setUpSite({ env: { TRUST_PROXY: "true", UPLOAD_LIMITS: "1/1d" } });
  const from = (address: string) => ({ "X-Forwarded-For": address });
  const create = (address: string, metadata?: Record<string, string | null>) =>
    createUpload(site, 100, metadata, from(address));

  test("may have announced 100 uploads that have not arrived, which keeps nobody else out @soak", async () => {
    for (let n = 0; n < 100; n++)
      expect((await create("192.0.2.1")).status).toBe(201);
    const refused = await create("192.0.2.1");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    await expectRefusal(refused, 429);
    expect((await create("192.0.2.2")).status).toBe(201);
    // The find itself is still taken.
    expect(
      (await site.sendFind(findFields, ["plain.png"], from("192.0.2.1")))
        .status,
    ).toBe(201);
  });

  test("is one with all of its IPv6 network", async () => {
    for (let n = 0; n < 100; n++)
      expect((await create(`2001:db8:1:1::${n}`)).status).toBe(201);
    await expectRefusal(await create("2001:db8:1:1:ffff::1"), 429);
    expect((await create("2001:db8:1:2::1")).status).toBe(201);
  });

  test("that may send no find may begin no upload but an original of a find whose key it has", async () => {
    const id = await uploadFixture("plain.png", { preview: null });
    const sent = await site.sendFind(
      { ...findFields, find_key: KEY, uploads: JSON.stringify([id]) },
      [],
      from("192.0.2.3"),
    );
    const { uuid, images } = (await sent.json()) as {
      uuid: string;
      images: string[];
    };
    await expectRefusal(await create("192.0.2.3"), 429);
    const original = {
      original_of: `${uuid}/${images[0]}`,
      find_key: KEY,
    };
    expect((await create("192.0.2.3", original)).status).toBe(201);
    await expectRefusal(
      await create("192.0.2.3", { ...original, find_key: "x" }),
      404,
    );
  });
});

describe("a store", () => {
  setUpSite({});

  test("that is away takes and removes nothing of an upload, which goes on when it is back", async () => {
    const upload = await beginUpload(site, bytes.length);
    await sendPiece(site, upload, 0, bytes.subarray(0, MB));
    const volume = takeStoreAway(site);
    await expectRefusal(await createUpload(site, 100), 503);
    await expectRefusal(
      await sendPiece(site, upload, MB, bytes.subarray(MB)),
      503,
    );
    await expectRefusal(await removeUpload(upload), 503);
    expect((await askUpload(site, upload)).status).toBe(503);
    volume.bringBack();
    await site.untilHealthy();
    expect(await offsetOf(site, upload)).toBe(MB);
    expect((await sendPiece(site, upload, MB, bytes.subarray(MB))).status).toBe(
      204,
    );
    expect(readFileSync(arrivedFile(site, upload)).equals(bytes)).toBe(true);
  });

  test("that comes back gives an original its place that was complete @soak", async () => {
    const id = await uploadFixture("plain.png", { preview: null });
    const sent = await site.sendFind(
      { ...findFields, find_key: KEY, uploads: JSON.stringify([id]) },
      [],
    );
    const { uuid, images } = (await sent.json()) as {
      uuid: string;
      images: string[];
    };
    const picture = readFileSync("tests/fixtures/plain.png");
    const upload = await beginUpload(site, picture.length, {
      original_of: `${uuid}/${images[0]}`,
      find_key: KEY,
    });
    const piece = openPiece(site, upload, {
      offset: 0,
      length: picture.length,
    });
    await piece.write(picture.subarray(0, 100));
    await untilArrived(site, upload, 100);
    const volume = takeStoreAway(site);
    piece.finish(picture.subarray(100));
    expect((await piece.answered).statusCode).toBe(503);
    volume.bringBack();
    await site.untilHealthy();
    await until(() =>
      site.query<{ original_state: string }>(
        "SELECT original_state FROM rock_post_images",
      )[0]!.original_state === "final"
        ? true
        : undefined,
    );
    expect(await offsetOf(site, upload)).toBe(picture.length);
  });
});

test("a disk without room refuses bytes, keeps what has arrived, and takes the rest when there is room @soak", async (context) => {
  const disk = mountSmallDisk("size=128m");
  if (!disk)
    return context.skip("A tmpfs may not be mounted here; root may do that.");
  onTestFinished(disk.remove);
  const full = await forThisTest(
    startSite({ env: { MEDIA_DIR: path.join(disk.folder, "media") } }),
  );
  const upload = await beginUpload(full, bytes.length);
  await sendPiece(full, upload, 0, bytes.subarray(0, 1000));

  await disk.fill(MB);
  await expectRefusal(
    await sendPiece(full, upload, 1000, bytes.subarray(1000)),
    503,
  );
  await expectRefusal(await createUpload(full, 100), 503);
  expect(await offsetOf(full, upload)).toBe(1000);
  // It is said once in the log, and to whoever watches.
  expect(
    readLog(full.lines, "the store has no room, so uploads are refused"),
  ).toHaveLength(1);
  const health = await full.fetch("/healthz");
  expect(health.status).toBe(200);
  expect(await health.json()).toMatchObject({ media: "full" });

  // It fills while bytes come.
  disk.clear();
  const piece = openPiece(full, upload, {
    offset: 1000,
    length: bytes.length - 1000,
  });
  await piece.write(bytes.subarray(1000, 2000));
  await untilArrived(full, upload, 2000);
  await disk.fill();
  piece.finish(bytes.subarray(2000));
  expect((await piece.answered).statusCode).toBe(503);
  const offset = await offsetOf(full, upload);
  expect(offset).toBeGreaterThanOrEqual(2000);

  disk.clear();
  const rest = await sendPiece(full, upload, offset, bytes.subarray(offset));
  expect(rest.status).toBe(204);
  expect(readFileSync(arrivedFile(full, upload)).equals(bytes)).toBe(true);
});

describe("a small disk", () => {
  async function startSmall(context: TestContext, env = {}) {
    const disk = mountSmallDisk("size=128m");
    if (!disk)
      return context.skip("A tmpfs may not be mounted here; root may do that.");
    onTestFinished(disk.remove);
    const MEDIA_DIR = path.join(disk.folder, "media");
    return forThisTest(startSite({ env: { MEDIA_DIR, ...env } }));
  }
  const send = async (small: Site, size: number) => {
    const upload = await beginUpload(small, size);
    return sendPiece(small, upload, 0, someBytes(size));
  };

  test("has room for a find whatever was announced @soak", async (context) => {
    const small = await startSmall(context);
    for (let n = 0; n < 99; n++)
      expect((await createUpload(small, 25 * MB)).status).toBe(201);
    expect((await send(small, 10 * MB)).status).toBe(204);
    expect((await small.sendFind()).status).toBe(201);
  });

  test("keeps no room for uploads that run and bring nothing, and refuses what comes once others have filled it @soak", async (context) => {
    const disk = mountSmallDisk("size=128m");
    if (!disk)
      return context.skip("A tmpfs may not be mounted here; root may do that.");
    onTestFinished(disk.remove);
    const MEDIA_DIR = path.join(disk.folder, "media");
    const small = await forThisTest(startSite({ env: { MEDIA_DIR } }));
    const silent = [];
    for (let n = 0; n < 6; n++) {
      const upload = await beginUpload(small, 25 * MB);
      const piece = openPiece(small, upload, { offset: 0, length: 25 * MB });
      await piece.write(someBytes(1000));
      await untilArrived(small, upload, 1000);
      silent.push({ upload, piece });
    }
    expect((await send(small, 10 * MB)).status).toBe(204);
    expect((await small.sendFind()).status).toBe(201);

    await disk.fill(63 * MB);
    const [{ upload, piece }] = silent as [(typeof silent)[0]];
    await piece.write(someBytes(2 * MB));
    expect((await piece.answered).statusCode).toBe(503);
    expect(await offsetOf(small, upload)).toBeLessThan(4 * MB);
    for (const one of silent) one.piece.cut();
  });

  test("is never filled more than half by uploads that no find uses @soak", async (context) => {
    const small = await startSmall(context, { UPLOAD_LIMITS: "off" });
    // 64 MB of the disk are kept free for everything else.
    for (const size of [10, 10])
      expect((await send(small, size * MB)).status).toBe(204);
    await expectRefusal(await send(small, 25 * MB), 503);
    small.alter("UPDATE uploads SET is_used = 1");
    expect((await send(small, 20 * MB)).status).toBe(204);
  });
});

describe("an upload", () => {
  setUpSite({ env: { UPLOAD_MAX_MB: "1", TRUST_PROXY: "true" } });

  test("of which no byte has come for an hour is gone, and one that has begun stays @soak", async () => {
    const [empty, begun] = [
      await beginUpload(site, 9),
      await beginUpload(site, 9),
    ];
    await sendPiece(site, begun, 0, bytes.subarray(0, 4));
    site.alter("UPDATE uploads SET create_hour = create_hour - 61 / 60.0");
    expect((await askUpload(site, empty)).status).toBe(404);
    expect((await sendPiece(site, empty, 0, bytes.subarray(0, 9))).status).toBe(
      404,
    );
    expect(await offsetOf(site, begun)).toBe(4);
    await site.restart();
    expect(site.query("SELECT arrived FROM uploads")).toEqual([{ arrived: 4 }]);
  });

  test("is refused once an address has sent as much as 20 files that no find uses @soak", async () => {
    const from = (address: string) => ({ "X-Forwarded-For": address });
    const send = async (address: string) => {
      const made = await createUpload(site, MB, undefined, from(address));
      return sendPiece(
        site,
        made.headers.get("location")!,
        0,
        bytes.subarray(0, MB),
        from(address),
      );
    };
    for (let n = 0; n < 20; n++)
      expect((await send("192.0.2.9")).status).toBe(204);
    await expectRefusal(await send("192.0.2.9"), 429);
    expect((await send("192.0.2.10")).status).toBe(204);
  });
});
