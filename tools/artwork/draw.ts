import { mkdir, stat } from "node:fs/promises";
import path from "node:path";
import sharp, { type Sharp } from "sharp";
import { rocks } from "../../scripts/demo/content.ts";
import type { GroundName, MotifName } from "../../scripts/demo/names.ts";
import { pictures } from "../../scripts/demo/pictures.ts";
import { scenes } from "../../scripts/demo/scenes.ts";
import { grounds } from "./grounds.ts";
import { landscapeSvg } from "./landscape.ts";
import { motifs } from "./motifs/index.ts";
import { pebbleSvg, stoneShadowSvg, type PebbleLook } from "./pebble.ts";
import { frontSvg, sceneSvg } from "./scene.ts";

/**
 * Draws every picture that ships: `npx tsx tools/artwork/draw.ts [PART OF A PATH]`. Each run draws the same.
 * With a part of a path, it draws only the files whose path contains that part.
 */

const wanted = process.argv[2] ?? "";
let total = 0;

async function draw(file: string, make: () => Sharp | Promise<Sharp>) {
  if (!file.includes(wanted)) return;
  await mkdir(path.dirname(file), { recursive: true });
  await (await make()).toFile(file);
  const { size } = await stat(file);
  total += size;
  console.log(`${(size / 1000).toFixed(0).padStart(6)} kB  ${file}`);
}

const render = (svg: string) => sharp(Buffer.from(svg), { unlimited: true });

/** Renders at twice the size, which keeps the edges of the paint fine. */
const pebble = (look: PebbleLook, size: number) =>
  render(pebbleSvg(look, size * 2)).resize(size);

/** Cuts off the rim, because a blur looks wrong at the edge of a picture. */
function withoutRim(image: Sharp, width: number, height: number) {
  const rim = Math.round(width * 0.015);
  return image
    .extract({
      left: rim,
      top: rim,
      width: width - 2 * rim,
      height: height - 2 * rim,
    })
    .resize(width, height)
    .flatten();
}

// ── The site's own pictures ────────────────────────────────────────────────────────────────────

const HOME = {
  time: "dawn",
  seed: 7,
  painted: [
    { seed: 63, motif: "ladybird" },
    { seed: 68, motif: "heart" },
    { seed: 73, motif: "galaxy" },
  ],
} as const;
const ROCK = {
  time: "golden",
  seed: 21,
  painted: [
    { seed: 13, motif: "fox" },
    { seed: 18, motif: "sunflower" },
    { seed: 43, motif: "waves" },
    { seed: 44, motif: "mandala", palette: 3 },
  ],
} as const;
const SUDC = {
  time: "dusk",
  seed: 34,
  painted: [{ seed: 51, motif: "moon" }],
} as const;

for (const [name, look] of Object.entries({
  home: HOME,
  rock: ROCK,
  sudc: SUDC,
})) {
  const landscape = (width: number, height: number) =>
    render(
      landscapeSvg({ ...look, painted: [...look.painted], width, height }),
    ).webp({ quality: 75, effort: 6 });
  await draw(`shipped/bkg/${name}_bkg.webp`, () => landscape(2400, 1500));
  await draw(`shipped/bkg/${name}_bkg_tall.webp`, () => landscape(1080, 1920));
}

const EMBLEM = { seed: 31, motif: "ladybird" } as const;
await draw("shipped/logo.webp", () =>
  pebble(EMBLEM, 256).webp({ quality: 88 }),
);
await draw("public/favicon.png", () =>
  pebble(EMBLEM, 64)
    .trim()
    .resize(64, 64, { fit: "contain", background: "#0000" })
    .png(),
);

const PAPER = "#f1ede5";
const icon = (size: number) => async () =>
  sharp({
    create: { width: size, height: size, channels: 3, background: PAPER },
  })
    .composite([
      {
        input: await pebble(EMBLEM, Math.round(size * 0.86))
          .png()
          .toBuffer(),
      },
    ])
    .png({ palette: true, effort: 9 });
await draw("public/apple-touch-icon.png", icon(180));
await draw("public/icon-192.png", icon(192));
await draw("public/icon-512.png", icon(512));
await draw("public/share.jpg", () =>
  render(
    landscapeSvg({
      ...HOME,
      painted: [...HOME.painted],
      width: 1200,
      height: 630,
    }),
  ).jpeg({ quality: 82, mozjpeg: true }),
);

const names = Object.keys(motifs) as MotifName[];
for (const [i, motif] of [...names, "plain" as const].entries())
  await draw(`app/assets/pebbles/${motif}.webp`, () =>
    pebble({ seed: 40 + i * 7, motif }, 240).webp({
      quality: 80,
      alphaQuality: 90,
      effort: 5,
    }),
  );

// ── The parts of the demo's photographs ──────────────────────────────────────────

for (const { number, motif, palette } of rocks)
  await draw(pictures.rock(number), () =>
    pebble({ seed: number * 3 + 5, motif, palette }, 640).webp({
      quality: 82,
      alphaQuality: 95,
      effort: 5,
    }),
  );
await draw(pictures.rock(0), () =>
  pebble({ seed: 9, motif: "plain" }, 640).webp({
    quality: 82,
    alphaQuality: 95,
    effort: 5,
  }),
);

await draw(pictures.shadow, () =>
  render(stoneShadowSvg(600, 240)).webp({ quality: 90, alphaQuality: 100 }),
);

for (const scene of scenes)
  await draw(pictures.scene(scene.name), () =>
    withoutRim(render(sceneSvg(scene)), scene.width, scene.height).webp({
      quality: 84,
      effort: 5,
    }),
  );

for (const ground of Object.keys(grounds) as GroundName[]) {
  const svg = frontSvg(ground, 760, 220);
  if (svg)
    await draw(pictures.front(ground), () =>
      render(svg).webp({ quality: 78, alphaQuality: 85, effort: 5 }),
    );
}

console.log(`${(total / 1e6).toFixed(1)} MB in all`);
