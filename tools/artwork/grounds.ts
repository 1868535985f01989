import type { GroundName } from "../../scripts/demo/names.ts";
import {
  blurFilter,
  downGradient,
  reliefFilter,
  roundGradient,
  type Canvas,
} from "./canvas.ts";
import { between, type Random } from "../../scripts/demo/random.ts";
import {
  circle,
  ellipse,
  fill,
  group,
  leaf,
  mix,
  n,
  pick,
  rect,
  smooth,
  stroke,
  times,
  type Point,
} from "./paint.ts";

/** Draws one of the things that lie on a ground. `size` is in pixels and grows towards the lower edge. */
type Scatter = (spot: {
  x: number;
  y: number;
  size: number;
  random: Random;
}) => string;

interface Ground {
  /** From far to near. */
  colours: readonly [string, string];
  /** Frequency of the relief, in thousandths of the shorter side, and its height. */
  relief: { across: number; down: number; height: number };
  /** The number of things in a whole picture, and their greatest size in thousandths of the shorter side. */
  strewn: { count: number; size: number; draw: (canvas: Canvas) => Scatter }[];
  /** The things that grow or lie in front of a stone. */
  front: {
    count: number;
    size: number;
    draw: (canvas: Canvas) => Scatter;
  } | null;
}

const shadow = (x: number, y: number, rx: number, ry: number, opacity = 0.35) =>
  ellipse(x + rx * 0.12, y + ry * 0.5, rx * 1.06, ry, "#0c0a08", 0, opacity);

/** Rounded stones in given colours. */
const stones =
  (...colours: readonly [string, ...string[]]) =>
  (canvas: Canvas): Scatter => {
    const shades = colours.map((colour) =>
      roundGradient(
        canvas,
        [
          [0, mix(colour, "#ffffff", 0.45)],
          [0.45, colour],
          [1, mix(colour, "#14110e", 0.62)],
        ],
        'cx=".38" cy=".2" r=".95"',
      ),
    );
    return ({ x, y, size, random }) => {
      const flat = between(random, 0.62, 0.86);
      const points = times(8, (k): Point => {
        const angle = (k / 8) * 6.283;
        const reach = size * between(random, 0.85, 1.12);
        return [
          x + Math.cos(angle) * reach * 1.2,
          y + Math.sin(angle) * reach * flat,
        ];
      });
      return (
        shadow(x, y + size * 0.3, size * 1.25, size * 0.6) +
        fill(smooth(points), shades[Math.floor(random() * shades.length)] ?? "")
      );
    };
  };

const blades =
  (...colours: readonly [string, ...string[]]) =>
  (): Scatter =>
  ({ x, y, size, random }) =>
    times(5, () => {
      const length = size * between(random, 0.6, 1.5);
      const bend = between(random, -0.6, 0.6) * length;
      const left = x + between(random, -0.5, 0.5) * size;
      const thick = size * between(random, 0.05, 0.1);
      return fill(
        `M${n(left)} ${n(y)}Q${n(left + bend * 0.1)} ${n(y - length * 0.7)} ${n(left + bend)} ${n(y - length)}Q${n(left + bend * 0.3 + thick)} ${n(y - length * 0.5)} ${n(left + thick)} ${n(y)}Z`,
        mix(
          pick(random, colours),
          pick(random, ["#1d2a16", "#f0f3c0"]),
          random() * 0.35,
        ),
      );
    }).join("");

const tufts =
  (...colours: readonly [string, ...string[]]) =>
  (): Scatter =>
  ({ x, y, size, random }) =>
    times(16, (i) => {
      const angle = (-150 + i * 8 + between(random, -10, 10)) * (Math.PI / 180);
      const length = size * between(random, 0.5, 1);
      return stroke(
        `M${n(x + (i - 8) * size * 0.06)} ${n(y)}q${n(Math.cos(angle) * length * 0.3)} ${n(-length * 0.5)} ${n(Math.cos(angle) * length)} ${n(Math.sin(angle) * length * 0.8)}`,
        mix(
          pick(random, colours),
          pick(random, ["#16240f", "#e3efae"]),
          random() * 0.5,
        ),
        Math.max(0.8, size * 0.055),
      );
    }).join("");

const fallenLeaves =
  (...colours: readonly [string, ...string[]]) =>
  (): Scatter =>
  ({ x, y, size, random }) => {
    const turn = random() * 360;
    const colour = mix(
      pick(random, colours),
      pick(random, ["#3a2012", "#f6dc9a"]),
      random() * 0.3,
    );
    const vein = mix(colour, "#3a2012", 0.4);
    const shape =
      random() > 0.5
        ? leaf(-size, 0, size * 2, size * 0.62, 0, colour, vein)
        : times(5, (i) =>
            leaf(
              0,
              0,
              size * (i === 2 ? 1.25 : 1),
              size * 0.36,
              -80 + i * 40,
              colour,
              vein,
            ),
          ).join("") +
          stroke(`M0 0L${n(-size * 0.7)} 0`, vein, Math.max(1, size * 0.06));
    return (
      group(
        `translate(${n(x + size * 0.1)} ${n(y + size * 0.12)}) scale(1 .7) rotate(${n(turn)})`,
        ellipse(0, 0, size, size * 0.6, "#120b06", 0, 0.3),
      ) +
      group(`translate(${n(x)} ${n(y)}) scale(1 .7) rotate(${n(turn)})`, shape)
    );
  };

const needles =
  (...colours: readonly [string, ...string[]]) =>
  (): Scatter =>
  ({ x, y, size, random }) => {
    const angle = random() * Math.PI;
    return stroke(
      `M${n(x)} ${n(y)}l${n(Math.cos(angle) * size)} ${n(Math.sin(angle) * size * 0.6)}`,
      mix(pick(random, colours), "#20140c", random() * 0.4),
      Math.max(0.8, size * 0.07),
      0.9,
    );
  };

const specks =
  (...colours: readonly [string, ...string[]]) =>
  (): Scatter =>
  ({ x, y, size, random }) =>
    ellipse(
      x,
      y,
      size,
      size * 0.6,
      pick(random, colours),
      random() * 180,
      between(random, 0.3, 0.85),
    );

const shells =
  () =>
  (): Scatter =>
  ({ x, y, size, random }) => {
    const colour = pick(random, ["#f3dcc8", "#e8c2ac", "#fbf1e2", "#d9b8a8"]);
    const ribs = times(7, (i) => {
      const angle = (-150 + i * 20) * (Math.PI / 180);
      return stroke(
        `M0 0L${n(Math.cos(angle) * size)} ${n(Math.sin(angle) * size)}`,
        mix(colour, "#9a6a54", 0.5),
        Math.max(1, size * 0.05),
      );
    });
    return (
      shadow(x, y, size, size * 0.5) +
      group(
        `translate(${n(x)} ${n(y)}) rotate(${n(random() * 360)})`,
        fill(
          `M0 0C${n(-size)} ${n(-size * 0.2)} ${n(-size)} ${n(-size * 0.9)} 0 ${n(-size * 1.05)}C${n(size)} ${n(-size * 0.9)} ${n(size)} ${n(-size * 0.2)} 0 0Z`,
          colour,
        ),
        ...ribs,
      )
    );
  };

const flowers =
  (...colours: readonly [string, ...string[]]) =>
  (): Scatter =>
  ({ x, y, size, random }) => {
    const colour = pick(random, colours);
    return group(
      `translate(${n(x)} ${n(y - size)}) scale(1 .8) rotate(${n(random() * 60)})`,
      ...times(8, (i) => leaf(0, 0, size, size * 0.26, i * 45, colour)),
      circle(0, 0, size * 0.3, "#e9a93b"),
    );
  };

const clover =
  () =>
  (): Scatter =>
  ({ x, y, size, random }) => {
    const colour = mix(
      "#5f8f4a",
      pick(random, ["#2f5a34", "#a3c47a"]),
      random() * 0.5,
    );
    return (
      shadow(x, y + size * 0.2, size, size * 0.6, 0.25) +
      group(
        `translate(${n(x)} ${n(y)}) scale(1 .75) rotate(${n(random() * 120)})`,
        ...times(3, (i) =>
          group(
            `rotate(${i * 120})`,
            circle(size * 0.5, -size * 0.22, size * 0.38, colour),
            circle(size * 0.5, size * 0.22, size * 0.38, colour),
            stroke(
              `M${n(size * 0.2)} 0L${n(size * 0.7)} 0`,
              mix(colour, "#dfeab4", 0.6),
              Math.max(0.8, size * 0.06),
            ),
          ),
        ),
      )
    );
  };

const SAND = { across: 26, down: 60, height: 3.2 };
const BEACH = ["#a59c8c", "#8f8a80", "#c2b59f", "#7d7f80", "#b39a86"] as const;
const AUTUMN = ["#c9622c", "#dfa03a", "#a8432a", "#8a5a2c", "#e0bb55"] as const;
const GRASS = ["#6f9a45", "#557f3a", "#86ad55"] as const;
const MOSS = ["#6f9440", "#557a34", "#8aa84e"] as const;

export const grounds = {
  sand: {
    colours: ["#e6d6b6", "#c6a97c"],
    relief: SAND,
    strewn: [
      { count: 260, size: 3, draw: specks("#8f7450", "#fff6e0", "#b3946a") },
      { count: 16, size: 15, draw: stones(...BEACH) },
      { count: 5, size: 22, draw: shells() },
    ],
    front: null,
  },
  dune: {
    colours: ["#eac48e", "#c98f56"],
    relief: { across: 5, down: 34, height: 6 },
    strewn: [{ count: 200, size: 2.4, draw: specks("#9a6238", "#ffe6bd") }],
    front: null,
  },
  shingle: {
    colours: ["#a39c90", "#6f6a62"],
    relief: { across: 60, down: 90, height: 3 },
    strewn: [
      { count: 900, size: 42, draw: stones(...BEACH, "#6b6660", "#b5a893") },
    ],
    front: { count: 20, size: 26, draw: stones(...BEACH) },
  },
  grass: {
    colours: ["#9dba66", "#4d7434"],
    relief: { across: 90, down: 40, height: 4 },
    strewn: [
      { count: 900, size: 46, draw: blades(...GRASS) },
      { count: 12, size: 13, draw: flowers("#fdf8ec", "#f6d95c") },
    ],
    front: { count: 70, size: 84, draw: blades(...GRASS) },
  },
  meadow: {
    colours: ["#b3bd68", "#5d7a38"],
    relief: { across: 90, down: 40, height: 4 },
    strewn: [
      { count: 750, size: 54, draw: blades("#86a04a", "#6a8a40", "#b3b060") },
      {
        count: 60,
        size: 17,
        draw: flowers("#e8a0b4", "#fdf8ec", "#f6d95c", "#a58fd0", "#e8764a"),
      },
    ],
    front: { count: 60, size: 84, draw: blades("#86a04a", "#6a8a40") },
  },
  moss: {
    colours: ["#93aa58", "#44602c"],
    relief: { across: 34, down: 44, height: 9 },
    strewn: [
      { count: 1000, size: 30, draw: tufts(...MOSS) },
      { count: 8, size: 24, draw: fallenLeaves("#a8743a", "#8a5a2c") },
    ],
    front: { count: 60, size: 44, draw: tufts(...MOSS) },
  },
  needles: {
    colours: ["#8a6444", "#4f3624"],
    relief: { across: 60, down: 70, height: 6 },
    strewn: [
      {
        count: 1500,
        size: 34,
        draw: needles("#a87a4c", "#7a5232", "#c39a64", "#5f7a3c"),
      },
      { count: 22, size: 24, draw: tufts(...MOSS) },
    ],
    front: {
      count: 70,
      size: 50,
      draw: needles("#a87a4c", "#7a5232", "#c39a64"),
    },
  },
  leaves: {
    colours: ["#a8703a", "#5f3a20"],
    relief: { across: 40, down: 50, height: 5 },
    strewn: [{ count: 560, size: 52, draw: fallenLeaves(...AUTUMN) }],
    front: { count: 9, size: 54, draw: fallenLeaves(...AUTUMN) },
  },
  snow: {
    colours: ["#f6f9f9", "#c9d8e0"],
    relief: { across: 7, down: 12, height: 9 },
    strewn: [{ count: 240, size: 1.8, draw: specks("#ffffff", "#a9c4d2") }],
    front: null,
  },
  gravel: {
    colours: ["#b9b0a2", "#857c70"],
    relief: { across: 80, down: 100, height: 3 },
    strewn: [
      {
        count: 1300,
        size: 17,
        draw: stones("#a89f92", "#c9c0b2", "#8a8378", "#9a8a7c"),
      },
    ],
    front: {
      count: 40,
      size: 14,
      draw: stones("#a89f92", "#c9c0b2", "#8a8378"),
    },
  },
  clover: {
    colours: ["#86a85c", "#3a5c30"],
    relief: { across: 50, down: 60, height: 5 },
    strewn: [
      { count: 700, size: 28, draw: clover() },
      { count: 12, size: 15, draw: flowers("#fbf4f4", "#f0d0da") },
    ],
    front: { count: 22, size: 30, draw: clover() },
  },
  rock: {
    colours: ["#a8a39a", "#716c66"],
    relief: { across: 9, down: 16, height: 15 },
    strewn: [
      {
        count: 130,
        size: 18,
        draw: specks("#8a9a5c", "#c6a05a", "#5f5c58", "#c9c6bc"),
      },
      { count: 16, size: 22, draw: tufts(...MOSS) },
    ],
    front: null,
  },
  wood: {
    colours: ["#b39067", "#7a5a3c"],
    relief: { across: 2.4, down: 70, height: 5 },
    strewn: [{ count: 12, size: 20, draw: fallenLeaves("#8a9a48", "#c9863a") }],
    front: null,
  },
  paving: {
    colours: ["#bdb3a4", "#8a8074"],
    relief: { across: 40, down: 70, height: 4 },
    strewn: [{ count: 40, size: 9, draw: tufts(...GRASS) }],
    front: null,
  },
} as const satisfies Record<GroundName, Ground>;

/** Lines between boards or slabs that run to a vanishing point above `top`. */
function joints(canvas: Canvas, top: number, kind: "wood" | "paving") {
  const { width: w, height: h, unit, random } = canvas;
  const dark = kind === "wood" ? "#2f1f12" : "#4a433a";
  const wide = kind === "wood" ? 9 : 7;
  const across = times(kind === "wood" ? 5 : 6, (i) => {
    const y = top + (h - top) * ((i + 0.35) / 5.6) ** 1.6 * 1.1;
    return { y, thick: (2 + i * 1.6) * unit };
  });
  const bars = across.map(
    ({ y, thick }) =>
      rect(-5, y, w + 10, thick, dark, 0.6) +
      rect(-5, y + thick, w + 10, thick * 0.7, "#fff3dc", 0.16),
  );
  if (kind === "wood") return bars.join("");
  const seams = across.slice(0, -1).map(({ y, thick }, row) => {
    const next = across[row + 1]?.y ?? h;
    return times(wide + 1, (i) => {
      const x =
        (i + (row % 2) * 0.5 + between(random, -0.06, 0.06)) / wide - 0.5;
      const spread = (at: number) =>
        w / 2 + x * w * (1 + 0.5 * ((at - top) / (h - top)));
      return stroke(
        `M${n(spread(y))} ${n(y)}L${n(spread(next))} ${n(next)}`,
        dark,
        thick,
        0.55,
      );
    }).join("");
  });
  return bars.join("") + seams.join("");
}

/** Ground from `top` to the lower edge. For a view from above, `top` can be far above the picture. */
export function groundFrom(canvas: Canvas, name: GroundName, top: number) {
  const { width: w, height: h, unit, light, random } = canvas;
  const ground: Ground = grounds[name];
  const flat = top < 0;
  const start = Math.max(0, top);
  const { across, down, height } = ground.relief;
  const relief = reliefFilter(
    canvas,
    `${(across / 1000 / unit).toFixed(4)} ${(down / 1000 / unit / (flat ? 1.4 : 1)).toFixed(4)}`,
    height * 0.6 * unit,
    Math.floor(random() * 90),
  );
  const base = downGradient(
    canvas,
    flat
      ? [
          [0, mix(ground.colours[0], ground.colours[1], 0.35)],
          [1, ground.colours[1]],
        ]
      : [
          [0, mix(ground.colours[0], light.mist, 0.35)],
          [0.3, ground.colours[0]],
          [1, ground.colours[1]],
        ],
    [start, h],
  );
  const things = ground.strewn.flatMap(({ count, size, draw }) => {
    const scatter = draw(canvas);
    return times(
      Math.round(count * (flat ? 1.25 : (h - start) / h + 0.15)),
      () => {
        const depth = flat ? between(random, 0.5, 1) : random() ** 0.8;
        const y = flat
          ? random() * h * 1.06
          : start + depth ** 1.5 * (h * 1.04 - start);
        const near = flat
          ? 0.62 + 0.38 * (y / h)
          : 0.1 + 0.9 * ((y - start) / (h - start));
        return {
          y,
          svg: scatter({
            x: random() * w * 1.06 - w * 0.03,
            y,
            size:
              size *
              unit *
              near *
              (flat ? 1.6 : 1) *
              between(random, 0.55, 1.15),
            random,
          }),
        };
      },
    );
  });
  things.sort((a, b) => a.y - b.y);
  const isFar = (y: number) => !flat && y < start + (h - start) * 0.24;
  const far = things.filter(({ y }) => isFar(y)).map(({ svg }) => svg);
  const near = things.filter(({ y }) => !isFar(y)).map(({ svg }) => svg);
  return (
    rect(0, start, w, h - start, base) +
    `<rect y="${n(start)}" width="${w}" height="${n(h - start)}" filter="${relief}" style="mix-blend-mode:multiply" opacity=".6"${flat ? "" : ` mask="${growing(canvas, start)}"`}/>` +
    (name === "wood" || name === "paving" ? joints(canvas, start, name) : "") +
    `<g filter="${blurFilter(canvas, 3.2 * unit)}">${far.join("")}</g>` +
    near.join("")
  );
}

/** Shows the relief of the ground, stronger the nearer it is. */
function growing(canvas: Canvas, top: number) {
  const { width: w, height: h } = canvas;
  const fade = downGradient(
    canvas,
    [
      [0, "#333333"],
      [1, "#ffffff"],
    ],
    [top, top + (h - top) * 0.6],
  );
  return canvas.define(
    (id) =>
      `<mask id="${id}" maskUnits="userSpaceOnUse" x="0" y="0" width="${w}" height="${h}">${rect(0, 0, w, h, fade)}</mask>`,
  );
}

/** The things in front of a stone, along the middle of the picture; undefined if there are none. */
export function frontOf(canvas: Canvas, name: GroundName) {
  const { width: w, height: h, unit, random } = canvas;
  const ground: Ground = grounds[name];
  if (!ground.front) return undefined;
  const { count, size, draw } = ground.front;
  const scatter = draw(canvas);
  return times(count, (i) => {
    const along = (i + random()) / count;
    const curve = Math.sin(along * Math.PI);
    return scatter({
      x: w * (0.08 + along * 0.84),
      y: h * (0.45 + curve * 0.3 + random() * 0.12),
      size: size * unit * (0.45 + curve * 0.4) * between(random, 0.7, 1.2),
      random,
    });
  }).join("");
}
