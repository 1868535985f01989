import { existsSync } from "node:fs";
import sharp, { type OverlayOptions, type Sharp } from "sharp";
import content from "./content.json";

const FOLDER = "scripts/demo/pictures";

const SCENE_SIZE = [1400, 1050] as const;

/** The effect of a time's light on a stone: factors of red, green and blue. */
const TONES: Record<string, readonly [number, number, number]> = {
  dawn: [1, 0.97, 0.9],
  day: [1, 1, 1],
  golden: [1.02, 0.93, 0.8],
  dusk: [0.8, 0.73, 0.72],
  night: [0.5, 0.58, 0.64],
  overcast: [0.9, 0.92, 0.94],
  rose: [0.98, 0.9, 0.9],
};

/** The places in which photographs are taken. Without a backdrop, the ground is seen from above. */
const scenes = content.scenes.map((scene, index, all) => {
  const [long, short] = SCENE_SIZE;
  const { setting, tall } = scene;
  const nth = all
    .slice(0, index + 1)
    .filter((other) => other.setting === setting).length;
  return {
    ...scene,
    picture: `${FOLDER}/scenes/${setting}-${nth}.webp`,
    width: tall ? short : long,
    height: tall ? long : short,
  };
});

type Scene = (typeof scenes)[number];

export interface Shot {
  scene: Scene;
  rocks: number[];
  /** Square, with the stone in the middle, as the catalogue's pictures are. */
  square?: boolean;
  /** The part of the picture that the stones fill; 1 is usual. */
  closeness: number;
  /** YYYY-MM-DDTHH:MM:SS in the camera's local time. */
  taken: string;
  seed: number;
}

const turns = new Map<string, number>();

/** Returns the scenes of a setting in turn, so that neighbours differ. */
export function nextScene(setting: string) {
  const fitting = scenes.filter((scene) => scene.setting === setting);
  const turn = turns.get(setting) ?? 0;
  turns.set(setting, turn + 1);
  return fitting[turn % fitting.length]!;
}

export const findGround = (scene: Scene) =>
  scenes.find(({ backdrop, ground }) => !backdrop && ground === scene.ground) ??
  scene;

/** Puts the stones and their shadows into the scene. Returns a JPEG like one from a phone. */
export async function takePhoto(shot: Shot): Promise<Buffer> {
  const random = randomFrom(shot.seed);
  const { scene } = shot;
  const share = between(random, 0.84, 0.94);
  const short = Math.min(scene.width, scene.height);
  const width = Math.round((shot.square ? short : scene.width) * share);
  const height = Math.round((shot.square ? short : scene.height) * share);
  const taken = shot.taken.replaceAll("-", ":").replace("T", " ");
  const places = placesFor(shot, width, height, random);
  const layers: OverlayOptions[] = [];
  for (const [index, rock] of shot.rocks.entries())
    layers.push(...(await layStone(rock, places[index]!, scene, random)));

  // sharp mirrors before it composites: this may mirror the place, but never a stone.
  return sharp(scene.picture)
    .extract({
      left: Math.floor((scene.width - width) * random()),
      top: Math.floor((scene.height - height) * random()),
      width,
      height,
    })
    .flop(random() > 0.5)
    .composite(layers)
    .jpeg({ quality: 86 })
    .withExif({
      IFD0: { DateTime: taken },
      IFD2: { DateTimeOriginal: taken },
    })
    .toBuffer();
}

interface Place {
  x: number;
  y: number;
  size: number;
}

/** Places one stone near the middle, several in an uneven row. In pixels; `size` is the side of the square around a stone. */
function placesFor(
  { scene, rocks, closeness, square }: Shot,
  width: number,
  height: number,
  random: Random,
): Place[] {
  const short = Math.min(width, height);
  const middle = scene.backdrop ? 0.76 : 0.52;
  if (rocks.length === 1)
    return [
      {
        x: width * (square ? 0.5 : between(random, 0.38, 0.62)),
        y: height * (square ? 0.51 : middle + between(random, -0.03, 0.03)),
        size: Math.min(
          640,
          short *
            between(random, 0.46, 0.56) *
            closeness *
            (scene.backdrop ? 1 : 1.1),
        ),
      },
    ];
  const step = 0.84 / rocks.length;
  return rocks.map((_, i) => ({
    x: width * (0.08 + step * (i + 0.5) + between(random, -0.02, 0.02)),
    y:
      height * (middle + (i % 2 ? 0.06 : -0.06) + between(random, -0.02, 0.02)),
    size: Math.min(short * 0.5, width * step * between(random, 1.02, 1.14)),
  }));
}

/** The layers from back to front: the shadow, the stone in the scene's light, and the things in front of it. */
async function layStone(
  rock: number,
  { x, y, size }: Place,
  scene: Scene,
  random: Random,
): Promise<OverlayOptions[]> {
  const [red, green, blue] = TONES[scene.time]!;
  const layer = async (image: Sharp, middle: number) => {
    const { data, info } = await image
      .raw()
      .toBuffer({ resolveWithObject: true });
    return {
      input: data,
      raw: { width: info.width, height: info.height, channels: 4 as const },
      left: Math.round(x - info.width / 2),
      top: Math.round(y + size * middle - info.height / 2),
    };
  };
  const inLight = (image: Sharp) =>
    red + green + blue === 3
      ? image
      : image.linear([red, green, blue, 1], [0, 0, 0, 0]);
  const wide = (share: number) => Math.round(size * share);
  const layers = [
    await layer(sharp(`${FOLDER}/shadow.webp`).resize(wide(1.42)), 0.33),
    await layer(
      inLight(
        sharp(`${FOLDER}/rocks/${rock}.webp`)
          .resize(wide(1))
          .rotate(between(random, -11, 11), { background: "#0000" }),
      ),
      0,
    ),
  ];
  const front = `${FOLDER}/fronts/${scene.ground}.webp`;
  if (existsSync(front))
    layers.push(
      await layer(
        inLight(sharp(front).resize(wide(1.04))),
        scene.backdrop ? 0.29 : 0.31,
      ),
    );
  return layers;
}

type Random = () => number;

/** A mulberry32 generator: the same seed gives the same numbers everywhere. */
function randomFrom(seed: number): Random {
  let state = Math.imul(seed, 2654435761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const between = (random: Random, low: number, high: number) =>
  low + random() * (high - low);
