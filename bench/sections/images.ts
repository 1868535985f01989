import { execFileSync } from "node:child_process";
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp, { type Sharp } from "sharp";
import { findOnPath } from "../../scripts/system/programs.mjs";
import { makePhotos } from "../data.ts";
import { cpuTimeOfEndedChildren, measureInTurn } from "../measure.ts";
import { compare, notMeasured, limit, unit, type Row } from "../report.ts";
import { measureQueue } from "./queue.ts";
import type { Plan } from "../run.ts";

interface Peer {
  program: string;
  atMost?: number;
  /** Makes the outputs of 2048, 320 and 300×300 pixels: a call for each photo, or with all of them. */
  calls: (files: string[], out: (name: string) => string) => string[][];
}

const PEERS: Record<string, Peer> = {
  vipsthumbnail: {
    program: "vipsthumbnail",
    atMost: 0.6,
    calls: (files, out) =>
      [["2048x2048"], ["320x320"], ["300x300", "--smartcrop", "centre"]].map(
        ([size = "", ...crop]) => [
          ...["vipsthumbnail", ...files, "-s", size, ...crop],
          ...["-o", `${out(`%s-${size}`)}[Q=80]`],
        ],
      ),
  },
  ffmpeg: {
    program: "ffmpeg",
    atMost: 0.75,
    calls: (files, out) =>
      files.map((file) => [
        ...["ffmpeg", "-y", "-loglevel", "error", "-i", file],
        "-filter_complex",
        "split=3[a][b][c];[a]scale=2048:1536[a1];[b]scale=320:240[b1];[c]scale=400:300,crop=300:300[c1]",
        ...["a1", "b1", "c1"].flatMap((name) => [
          ...["-map", `[${name}]`, "-c:v", "libwebp", "-quality", "80"],
          out(name),
        ]),
      ]),
  },
  GraphicsMagick: {
    program: "gm",
    atMost: 0.45,
    calls: convertWith("gm", "convert"),
  },
  ImageMagick: { program: "identify", calls: convertWith("convert") },
};

function convertWith(...program: string[]): Peer["calls"] {
  return (files, out) =>
    files.map((file) => [
      ...[...program, file, "-quality", "80"],
      ...["-resize", "2048x2048", "-write", out("a")],
      ...["-resize", "400x300", "-write", out("b"), "-gravity", "center"],
      ...["-crop", "300x300+0+0", "+repage", out("c")],
    ]);
}

export async function measureImages({ rounds, isQuick }: Plan): Promise<Row[]> {
  const files = await makePhotos(isQuick ? 2 : 12);
  const media = await mkdtemp(path.join(tmpdir(), "painted-rocks-bench-"));
  try {
    const album = path.join(media, "albums/bench");
    await mkdir(album, { recursive: true });
    for (const file of files)
      await cp(file, path.join(album, path.basename(file)));
    const own = (way: string) => async () =>
      Number(
        execFileSync(
          process.execPath,
          ["bench/start.mjs", "bench/sections/derive-photos.ts", way],
          { env: { ...process.env, MEDIA_DIR: media }, encoding: "utf8" },
        ),
      );
    const out = (name: string) => path.join(media, `${name}.webp`);
    const there = Object.entries(PEERS).filter(([, { program }]) =>
      findOnPath(program),
    );
    const found: Record<string, number> = await measureInTurn(rounds, {
      product: own("product"),
      limit: own("limit"),
      pixels: own("pixels"),
      ...Object.fromEntries(
        there.map(([name, { calls }]) => [
          name,
          async () => {
            const before = await cpuTimeOfEndedChildren();
            for (const [program, ...args] of calls(files, out))
              execFileSync(program!, args, { stdio: "ignore" });
            return ((await cpuTimeOfEndedChildren()) - before) / files.length;
          },
        ]),
      ),
    });
    const what = "Three webp outputs of a 12-megapixel JPEG, CPU";
    const compareCpu = (
      peer: { name: string; value: number },
      bound?: { atMost: number },
    ) => compare(what, unit("s", 3), found.product!, peer, bound);
    return [
      ...Object.entries(PEERS).map(([name, { atMost }]) =>
        name in found
          ? compareCpu(
              { name, value: found[name]! },
              atMost === undefined ? undefined : { atMost },
            )
          : notMeasured(what, `${name} is not installed here`),
      ),
      // Without a target, because this peer doesn't resize. The next one does.
      compareCpu({
        name: "decoding and encoding alone, without resizing",
        value: found.limit!,
      }),
      compareCpu(
        {
          name: "decoding, resizing and encoding alone",
          value: found.pixels!,
        },
        { atMost: 1.05 },
      ),
      limit(
        "Similarity of the large output to the resized original (SSIM of luma), worst picture",
        unit("", 3),
        await findLowestSimilarity(album, files),
        { atLeast: 0.96 },
      ),
      ...(await measureQueue(isQuick)),
    ];
  } finally {
    await rm(media, { recursive: true, force: true });
  }
}

async function findLowestSimilarity(album: string, files: string[]) {
  const found = await Promise.all(
    files.map(async (file) => {
      const name = path.basename(file, ".jpg");
      const made = await readLuma(sharp(path.join(album, `webp/${name}.webp`)));
      const original = await readLuma(sharp(file).resize(2048, 1536));
      return ssim(made, original, 2048);
    }),
  );
  return Math.min(...found);
}

const readLuma = (picture: Sharp) =>
  picture.toColourspace("b-w").raw().toBuffer();

const WINDOW = 8;
const STEP = 4;
const C1 = (0.01 * 255) ** 2;
const C2 = (0.03 * 255) ** 2;

/** The mean structural similarity of two pictures with one byte per pixel, over windows of 8×8. */
function ssim(a: Buffer, b: Buffer, width: number) {
  const height = a.length / width;
  const count = WINDOW * WINDOW;
  let sum = 0;
  let windows = 0;
  for (let top = 0; top + WINDOW <= height; top += STEP)
    for (let left = 0; left + WINDOW <= width; left += STEP) {
      let [sa, sb, saa, sbb, sab] = [0, 0, 0, 0, 0];
      for (let y = top; y < top + WINDOW; y++)
        for (let at = y * width + left; at < y * width + left + WINDOW; at++) {
          const [pa, pb] = [a[at]!, b[at]!];
          sa += pa;
          sb += pb;
          saa += pa * pa;
          sbb += pb * pb;
          sab += pa * pb;
        }
      const [ma, mb] = [sa / count, sb / count];
      const va = saa / count - ma * ma;
      const vb = sbb / count - mb * mb;
      const cov = sab / count - ma * mb;
      sum +=
        ((2 * ma * mb + C1) * (2 * cov + C2)) /
        ((ma * ma + mb * mb + C1) * (va + vb + C2));
      windows++;
    }
  return sum / windows;
}
