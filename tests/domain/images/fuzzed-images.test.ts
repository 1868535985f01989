import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { DomainError } from "#domain/core/errors.ts";
import { walkImage } from "#domain/images/walk.server.ts";
import { Window } from "#domain/images/window.server.ts";
import { fixture } from "#tests/fixtures/index.ts";
import {
  av1Tile,
  gridOf,
  hevcTile,
  writeHeif,
} from "#tests/fixtures/heif-items.ts";

/** Changes the parts of files that describe their structure, in the same way in each run. */

const ROUNDS = 150;
/** The limit of reads from a file of a few hundred kilobytes. Undamaged files take at most 240. */
const LOOKS_MAX = 1000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "fuzzed-images-"));
});
afterAll(() => rm(folder, { recursive: true }));

let random: (below: number) => number;
beforeEach(() => {
  let state = 7;
  random = (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
});

const ofFixture = (name: string): [string, () => Buffer] => [
  name,
  () => readFileSync(fixture(name)),
];

test.each<[string, () => Buffer | Promise<Buffer>]>([
  ...[
    "orientation-6.jpg",
    "progressive.jpg",
    "plain.png",
    "photo.webp",
    "animation.gif",
    "photo.avif",
    "pages.tiff",
    "portrait.heic",
    "grid.heic",
  ].map(ofFixture),
  [
    "a HEIC grid",
    () => {
      const { items, references } = gridOf(3, 3, hevcTile(), "hvc1");
      return writeHeif("heic", 1, items, references);
    },
  ],
  [
    "an AVIF grid",
    async () => {
      const tile = await av1Tile(800, 600);
      const { items, references } = gridOf(2, 2, tile, "av01");
      return writeHeif("avif", 1, items, references);
    },
  ],
])(
  "%s, however it is changed, is an image or refused, after a few looks at it",
  async (_, make) => {
    const original = await make();
    const looks = vi.spyOn(Window.prototype, "from");
    const file = path.join(folder, "upload");
    for (let round = 0; round < ROUNDS; round++) {
      await writeFile(file, change(original));
      looks.mockClear();
      try {
        expect((await walkImage(file)).width).toBeGreaterThan(0);
      } catch (error) {
        expect(error, `round ${round}`).toBeInstanceOf(DomainError);
      }
      expect(looks.mock.calls.length, `round ${round}`).toBeLessThan(LOOKS_MAX);
    }
  },
);

const TELLING = [0, 1, 2, 0x7f, 0x80, 0xff];

function change(original: Buffer) {
  let bytes = Buffer.from(original);
  for (let left = 1 + random(8); left > 0; left--) {
    const start = random(
      random(4) ? Math.min(bytes.length, 3000) : bytes.length,
    );
    const end = Math.min(start + 1 + random(4), bytes.length);
    for (let at = start; at < end; at++)
      bytes[at] = random(3) ? TELLING[random(TELLING.length)]! : random(256);
  }
  if (random(6) === 0) {
    const start = random(bytes.length);
    // Repeats a part.
    bytes = Buffer.concat([
      bytes.subarray(0, start + random(200)),
      bytes.subarray(start),
    ]);
  }
  return random(10) === 0 ? bytes.subarray(0, random(bytes.length)) : bytes;
}
