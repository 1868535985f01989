import { mkdir, readdir, readlink, rename, rm } from "node:fs/promises";
import sharp from "sharp";
import { expect, test } from "vitest";
import { catalogueTask, onDisk } from "#domain/media-store.server.ts";
import { handlers } from "#worker/handlers.ts";
import { until } from "../setup/until.ts";

/** Begins with a picture that takes a while; gives its answer to come once the original is being read. */
async function beginLarge(rockNumber: number) {
  const task = catalogueTask({
    rock_number: rockNumber,
    original_file: "large.png",
  });
  const file = onDisk(task.original);
  await mkdir(onDisk(`catalog/${rockNumber}/original`), { recursive: true });
  await sharp({
    create: { width: 8000, height: 8000, channels: 3, background: "#c52" },
  })
    .png({ compressionLevel: 1 })
    .toFile(file);
  const answer = handlers.derive({ tasks: [{ id: 0, ...task }] }, () => {});
  await until(async () =>
    (await openFiles()).includes(file) ? true : undefined,
  );
  return { answer };
}

const openFiles = async () =>
  Promise.all(
    (await readdir("/proc/self/fd")).map((fd) =>
      readlink(`/proc/self/fd/${fd}`).catch(() => ""),
    ),
  );

test.each<[string, () => Promise<void>, string[]]>([
  ["deleted", () => rm(onDisk("catalog/1"), { recursive: true }), []],
  [
    "moved",
    () => rename(onDisk("catalog/1"), onDisk("catalog/2")),
    [
      "catalog",
      "catalog/2",
      "catalog/2/original",
      "catalog/2/original/large.png",
    ],
  ],
])(
  "an original that is %s while it is being read leaves nothing behind where it was",
  async (_, change, left) => {
    const { answer } = await beginLarge(1);
    await change();
    expect((await answer).pictures).toEqual([
      { id: 0, error: expect.any(String) },
    ]);
    const there = await readdir(onDisk(""), { recursive: true });
    expect(there.filter((name) => !name.startsWith("tmp")).sort()).toEqual(
      left,
    );
  },
);
