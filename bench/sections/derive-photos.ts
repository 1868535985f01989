import { readdirSync } from "node:fs";
import path from "node:path";
import sharp, { type Sharp } from "sharp";
import { deriveImage } from "#worker/images/derive.ts";

/**
 * Runs as a process: `derive-photos.ts product|limit|pixels`. Prints the CPU seconds per photo of the store's album.
 * `product` derives them as our worker does, two at a time; `limit` only decodes them and encodes the outputs; `pixels`
 * also resizes them, and omits only the work that isn't about pixels: checksum, fingerprint, metadata, safe writes.
 */
const ALBUM = "albums/bench";
const [way] = process.argv.slice(2);
const names = readdirSync(path.join(process.env.MEDIA_DIR!, ALBUM))
  .filter((name) => name.endsWith(".jpg"))
  .sort();

async function inTwoQueues(work: (name: string) => Promise<unknown>) {
  const left = [...names];
  const before = process.cpuUsage();
  const queue = async () => {
    for (let name = left.shift(); name; name = left.shift()) await work(name);
  };
  await Promise.all([queue(), queue()]);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6 / names.length;
}

const derive = (name: string) => {
  const place = (kind: string) =>
    `${ALBUM}/${kind}/${path.basename(name, ".jpg")}.webp`;
  return deriveImage({
    original: `${ALBUM}/${name}`,
    outputs: {
      webp: place("webp"),
      sm: place("sm"),
      webp300x300: place("webp300x300"),
    },
  });
};

const SIZES = [
  { width: 2048, height: 2048, fit: "inside", effort: 2 },
  { width: 320, height: 320, fit: "inside", effort: 4 },
  { width: 300, height: 300, fit: "cover", effort: 4 },
] as const;

const open = (name: string) =>
  sharp(path.join(process.env.MEDIA_DIR!, ALBUM, name));
const raw = (picture: Sharp) =>
  picture.raw().toBuffer({ resolveWithObject: true });

async function limit() {
  const decode = await inTwoQueues((name) => raw(open(name)));
  const outputs = new Map<string, Awaited<ReturnType<typeof raw>>[]>();
  for (const name of names)
    outputs.set(
      name,
      await Promise.all(SIZES.map((size) => raw(open(name).resize(size)))),
    );
  const encode = await inTwoQueues(async (name) => {
    for (const [n, { data, info }] of outputs.get(name)!.entries())
      await sharp(data, { raw: info })
        .webp({ effort: SIZES[n]!.effort })
        .toBuffer();
  });
  return decode + encode;
}

const pixels = () =>
  inTwoQueues(async (name) => {
    const { data, info } = await raw(open(name).resize(SIZES[0]));
    for (const { effort, ...size } of SIZES)
      await sharp(data, { raw: info }).resize(size).webp({ effort }).toBuffer();
  });

// The first picture takes longer, so it is not measured.
await derive(names[0]!);
const ways = { product: () => inTwoQueues(derive), limit, pixels };
console.log(await ways[way as keyof typeof ways]());
