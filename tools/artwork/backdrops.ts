import type { BackdropName } from "../../scripts/demo/names.ts";
import { downGradient, type Canvas } from "./canvas.ts";
import { between } from "../../scripts/demo/random.ts";
import {
  circle,
  ellipse,
  fill,
  group,
  mix,
  n,
  pick,
  polyline,
  rect,
  stroke,
  times,
  type Point,
} from "./paint.ts";
import { birds, firs, hills, land, ridge, sky, water } from "./terrain.ts";

/** The view behind a stone, out of focus. It fills the picture from the top to well below the horizon. */
type Backdrop = (canvas: Canvas, horizon: number) => string;

const lake: Backdrop = (canvas, horizon) => {
  const air = sky(canvas, horizon);
  const ranges = hills(canvas, horizon);
  return air + ranges + water(canvas, horizon, ranges);
};

/** The open sea, with a headland, breakers, and a lighthouse or sails. */
const sea: Backdrop = (canvas, horizon) => {
  const { width: w, height: h, unit, light, random } = canvas;
  const side = random() > 0.5 ? 1 : -1;
  const colour = mix(light.far, light.near, 0.4);
  const headland = times(14, (i): Point => {
    const x =
      side > 0 ? w * 1.02 - (i / 13) * w * 0.5 : (i / 13) * w * 0.5 - 20;
    const rise = (1 - i / 13) ** 0.7 * h * between(random, 0.1, 0.13);
    return [x, horizon - rise];
  });
  const [tip] = headland.slice(7, 8);
  const tower =
    random() > 0.45 && tip
      ? group(
          `translate(${n(tip[0])} ${n(tip[1] + h * 0.01)}) scale(${n(unit * 10) / 10})`,
          fill("M-9 0L-6-72H6L9 0Z", mix("#f6efe0", light.mist, 0.3)),
          fill(
            "M-8.4-14L-7.6-32H7.6L8.4-14ZM-7-46L-6.4-60H6.4L7-46Z",
            mix("#b8453a", light.far, 0.2),
          ),
          rect(-6, -86, 12, 14, light.glow),
          fill("M-8-86L0-97L8-86Z", mix("#8a3a34", light.far, 0.2)),
        )
      : "";
  const sails = times(random() > 0.4 ? 3 : 0, () => {
    const x = w * between(random, 0.15, 0.85);
    const s = unit * between(random, 16, 46);
    return (
      fill(
        `M${n(x)} ${n(horizon - s * 1.5)}L${n(x + s * 0.62)} ${n(horizon - s * 0.15)}H${n(x)}ZM${n(x - s * 0.08)} ${n(horizon - s * 1.2)}L${n(x - s * 0.45)} ${n(horizon - s * 0.15)}H${n(x - s * 0.08)}Z`,
        mix("#fdf6e6", light.mist, 0.35),
      ) +
      fill(
        `M${n(x - s * 0.5)} ${n(horizon - s * 0.1)}H${n(x + s * 0.66)}L${n(x + s * 0.44)} ${n(horizon + s * 0.14)}H${n(x - s * 0.34)}Z`,
        mix(light.near, "#6b4a34", 0.4),
      )
    );
  });
  const cape =
    fill(
      `${polyline(headland)}L${n(side > 0 ? w * 1.02 : -20)} ${n(horizon + 2)}Z`,
      downGradient(
        canvas,
        [
          [0, colour],
          [1, mix(colour, light.mist, 0.4)],
        ],
        [horizon - h * 0.13, horizon],
      ),
    ) + tower;
  const air = sky(canvas, horizon) + birds(canvas, w * 0.3, horizon * 0.62);
  const breakers = times(7, (i) => {
    const y = horizon + (h - horizon) * (0.12 + i * 0.07);
    const wave = times(
      9,
      (k) =>
        `q${n(w / 36)} ${n(-(2 + i * 2) * unit)} ${n(w / 9)} ${n(between(random, -3, 3) * unit + (k % 2))}`,
    ).join("");
    return stroke(
      `M${n(-w * 0.02 * i)} ${n(y)}${wave}h${w}`,
      "#ffffff",
      (1.4 + i * 1.1) * unit,
      0.16 + i * 0.06,
    );
  });
  return (
    air +
    cape +
    water(canvas, horizon, cape) +
    sails.join("") +
    breakers.join("")
  );
};

/** Peaks with snow on them, above wooded hills and a meadow. */
const mountains: Backdrop = (canvas, horizon) => {
  const { width: w, height: h, unit, light, random } = canvas;
  const massif = (
    base: number,
    height: number,
    colour: string,
    snow: string,
  ) => {
    const peaks: Point[] = [[-60, base]];
    for (let x = -40; x < w + 120; x += w * between(random, 0.07, 0.15)) {
      peaks.push([x, base - height * between(random, 0.35, 0.6)]);
      x += w * between(random, 0.06, 0.12);
      peaks.push([x, base - height * between(random, 0.7, 1.15)]);
    }
    peaks.push([w + 90, base]);
    const shadows = peaks.map(([x, y], i) => {
      const [px, py] = peaks[i - 1] ?? [x, y];
      const [nx, ny] = peaks[i + 1] ?? [x, y];
      if (y > py || y > ny) return "";
      const cap = 0.42;
      const left = x + (px - x) * cap;
      const right = x + (nx - x) * cap;
      const leftY = y + (py - y) * cap;
      const rightY = y + (ny - y) * cap;
      const wide = right - left;
      return (
        fill(
          `M${n(x)} ${n(y)}L${n(nx)} ${n(ny)}L${n(x + (nx - x) * 0.4)} ${n(base)}H${n(x)}L${n(x + wide * 0.06)} ${n(y + (base - y) * 0.45)}Z`,
          mix(colour, "#0f1c26", 0.32),
          0.55,
        ) +
        fill(
          `M${n(x)} ${n(y)}L${n(left)} ${n(leftY)}l${n(wide * 0.16)} ${n(-height * 0.03)}l${n(wide * 0.1)} ${n(height * 0.08)}l${n(wide * 0.14)} ${n(-height * 0.09)}l${n(wide * 0.16)} ${n(height * 0.1)}L${n(right)} ${n(rightY)}Z`,
          snow,
        ) +
        fill(
          `M${n(x)} ${n(y)}L${n(x + wide * 0.06)} ${n(y + height * 0.2)}L${n(right)} ${n(rightY)}Z`,
          mix(snow, colour, 0.5),
          0.7,
        )
      );
    });
    return (
      fill(
        `${polyline(peaks)}Z`,
        downGradient(
          canvas,
          [
            [0, colour],
            [1, mix(colour, light.mist, 0.5)],
          ],
          [base - height, base],
        ),
      ) + shadows.join("")
    );
  };
  const snow = mix("#fdfaf2", light.mist, 0.25);
  const foot = ridge(canvas, horizon + h * 0.05, h * 0.13, 0.06, 60);
  const near = ridge(canvas, horizon + h * 0.12, h * 0.12, 0.05, 60);
  const green = mix(light.near, light.mist, 0.24);
  return (
    sky(canvas, horizon) +
    massif(horizon, h * 0.3, mix(light.far, "#6f8494", 0.3), snow) +
    massif(horizon + 4, h * 0.2, mix(light.far, light.near, 0.42), snow) +
    rect(0, horizon, w, h - horizon, mix(light.far, light.near, 0.55)) +
    land(canvas, foot, h, mix(light.far, light.near, 0.62)) +
    firs(canvas, foot, 34 * unit, 0.8, mix(light.near, light.far, 0.3)) +
    land(
      canvas,
      near,
      h,
      downGradient(
        canvas,
        [
          [0, green],
          [1, mix(green, "#8aa35c", 0.5)],
        ],
        [horizon, h],
      ),
    ) +
    firs(canvas, near, 70 * unit, 0.45, light.near)
  );
};

/** Mesas and dunes. */
const desert: Backdrop = (canvas, horizon) => {
  const { width: w, height: h, unit, light, random } = canvas;
  const stone = mix("#b8683f", light.far, 0.3);
  const mesas = times(5, (i) => {
    const x = w * (i * 0.24 + between(random, -0.08, 0.06));
    const wide = w * between(random, 0.07, 0.2);
    const high = h * between(random, 0.05, 0.16);
    const colour = mix(stone, light.mist, between(random, 0.15, 0.5));
    return (
      fill(
        `M${n(x - wide * 0.3)} ${n(horizon + 3)}L${n(x)} ${n(horizon - high * 0.5)}L${n(x + wide * 0.04)} ${n(horizon - high)}H${n(x + wide)}L${n(x + wide * 1.06)} ${n(horizon - high * 0.5)}L${n(x + wide * 1.4)} ${n(horizon + 3)}Z`,
        colour,
      ) +
      times(3, (k) =>
        stroke(
          `M${n(x + wide * 0.02)} ${n(horizon - high * (0.8 - k * 0.16))}H${n(x + wide * 1.02)}`,
          mix(colour, "#5a2f22", 0.4),
          2.4 * unit,
          0.35,
        ),
      ).join("")
    );
  });
  const dunes = times(4, (i) => {
    const line = ridge(
      canvas,
      horizon + h * (0.06 + i * 0.06),
      h * (0.05 + i * 0.02),
      0,
      50,
    );
    const colour = mix(
      mix("#d9a569", light.mist, 0.4 - i * 0.1),
      light.near,
      light.stars > 0 ? 0.5 : 0.06 * i,
    );
    return land(
      canvas,
      line,
      h,
      downGradient(
        canvas,
        [
          [0, mix(colour, light.glow, 0.25)],
          [0.5, colour],
          [1, mix(colour, "#6a3f26", 0.25)],
        ],
        [horizon - h * 0.02 + i * h * 0.05, h],
      ),
    );
  });
  const plants = times(4, () => {
    const x = w * random();
    const s = unit * between(random, 60, 150);
    const y = horizon + h * between(random, 0.05, 0.12);
    return stroke(
      `M${n(x)} ${n(y)}v${n(-s)}M${n(x)} ${n(y - s * 0.4)}h${n(-s * 0.2)}v${n(-s * 0.3)}M${n(x)} ${n(y - s * 0.3)}h${n(s * 0.2)}v${n(-s * 0.26)}`,
      mix("#4a6a48", light.near, 0.4),
      s * 0.12,
    );
  });
  return (
    sky(canvas, horizon) +
    rect(0, horizon, w, h - horizon, mix("#d9a569", light.mist, 0.5)) +
    mesas.join("") +
    dunes.join("") +
    (random() > 0.4 ? plants.join("") : "")
  );
};

/** White hills with firs. */
const winter: Backdrop = (canvas, horizon) => {
  const { height: h, unit, light } = canvas;
  const white = (share: number) => mix("#f4f6f6", light.far, share);
  return (
    sky(canvas, horizon) +
    times(4, (i) => {
      const base = horizon + h * i * 0.04;
      const line = ridge(
        canvas,
        base,
        h * (0.2 - i * 0.035),
        i ? 0.05 : 0.3,
        70,
      );
      return (
        land(
          canvas,
          line,
          h,
          downGradient(
            canvas,
            [
              [0, white(0.55 - i * 0.14)],
              [1, white(0.25 - i * 0.05)],
            ],
            [base - h * 0.2, base + h * 0.1],
          ),
        ) +
        (i
          ? firs(
              canvas,
              line,
              (16 + i * 24) * unit,
              0.62,
              mix(mix(light.near, "#2f4a50", 0.4), white(0.3), 0.42 - i * 0.12),
            )
          : "")
      );
    }).join("")
  );
};

/** The windows and walls of a town, from edge to edge. */
function skyline(canvas: Canvas, base: number, high: number, nearness: number) {
  const { width: w, unit, light, random } = canvas;
  const lit = light.stars > 0;
  let x = -30;
  let houses = "";
  while (x < w) {
    const wide = between(random, 44, 120) * unit * (0.7 + nearness * 0.7);
    const tall = high * between(random, 0.3, 1);
    const wall = mix(
      mix(
        light.far,
        pick(random, ["#b3846a", "#8f9aa3", "#a89f8f", "#7f8a94"]),
        0.25 + nearness * 0.3,
      ),
      light.near,
      nearness * 0.4,
    );
    houses += rect(x, base - tall, wide + 2, tall, wall);
    if (random() > 0.6)
      houses += fill(
        `M${n(x - 3)} ${n(base - tall)}L${n(x + wide / 2)} ${n(base - tall - wide * 0.4)}L${n(x + wide + 3)} ${n(base - tall)}Z`,
        mix(wall, "#7a3f30", 0.35),
      );
    const step = wide / Math.max(2, Math.round(wide / (20 * unit)));
    for (let wy = base - tall + step * 0.6; wy < base - step; wy += step * 1.2)
      for (let wx = x + step * 0.3; wx < x + wide - step * 0.4; wx += step)
        houses += rect(
          wx,
          wy,
          step * 0.42,
          step * 0.6,
          lit ? "#f8cf7a" : mix(wall, light.sky[1], 0.5),
          lit ? (random() > 0.5 ? between(random, 0.5, 1) : 0.08) : 0.6,
        );
    x += wide + (random() > 0.7 ? between(random, 4, 30) * unit : 0);
  }
  return houses;
}

/** A town across the water, with masts. */
const harbour: Backdrop = (canvas, horizon) => {
  const { width: w, height: h, unit, light, random } = canvas;
  const town =
    skyline(canvas, horizon, h * 0.26, 0.1) +
    skyline(canvas, horizon, h * 0.14, 0.7);
  const boats = times(7, () => {
    const x = w * random();
    const s = unit * between(random, 70, 150);
    const y = horizon + h * between(random, 0.03, 0.1);
    return (
      stroke(
        `M${n(x)} ${n(y)}v${n(-s * 1.5)}M${n(x)} ${n(y - s * 1.4)}L${n(x - s * 0.6)} ${n(y)}M${n(x)} ${n(y - s * 1.4)}L${n(x + s * 0.6)} ${n(y)}`,
        mix(light.near, "#8a7a6a", 0.5),
        2.6 * unit,
      ) +
      fill(
        `M${n(x - s * 0.7)} ${n(y - s * 0.1)}H${n(x + s * 0.8)}L${n(x + s * 0.55)} ${n(y + s * 0.16)}H${n(x - s * 0.5)}Z`,
        mix(
          pick(random, ["#f6efe0", "#b8453a", "#2f5f7a", "#e8dcc0"]),
          light.far,
          0.2,
        ),
      )
    );
  });
  return (
    sky(canvas, horizon) + town + water(canvas, horizon, town) + boats.join("")
  );
};

/** A tree with a round crown whose foot is at x, y. */
function tree(
  canvas: Canvas,
  x: number,
  y: number,
  size: number,
  colours: readonly [string, ...string[]],
) {
  const { random, light } = canvas;
  const trunk = mix("#5b4232", light.near, 0.4);
  const crown = times(70, (i) => {
    const angle = random() * 6.28;
    const reach = Math.sqrt(random());
    const dy = Math.sin(angle) * reach;
    return circle(
      x + Math.cos(angle) * reach * size * 0.36,
      y - size * 0.66 + dy * size * 0.3,
      size * between(random, 0.05, 0.1),
      mix(
        mix(
          colours[i % colours.length] ?? colours[0],
          light.glow,
          dy < -0.2 ? 0.22 : 0,
        ),
        light.near,
        dy > 0.2 ? 0.4 : 0.14,
      ),
    );
  });
  return (
    fill(
      `M${n(x - size * 0.035)} ${n(y)}L${n(x - size * 0.02)} ${n(y - size * 0.5)}H${n(x + size * 0.02)}L${n(x + size * 0.04)} ${n(y)}Z`,
      trunk,
    ) + crown.join("")
  );
}

const FOLIAGE = {
  green: ["#5d8a4a", "#79a357", "#4a7444", "#93b56a"],
  autumn: ["#c9752f", "#dba03f", "#b3522c", "#d98a3a"],
  blossom: ["#e7a8b8", "#f2c6cd", "#f8dede", "#d98fa6"],
} as const;

/** Lawns and old trees, sometimes a town behind them. */
const parkIn =
  (foliage: keyof typeof FOLIAGE): Backdrop =>
  (canvas, horizon) => {
    const { width: w, height: h, unit, light, random } = canvas;
    const leaves = FOLIAGE[foliage];
    const lawn = mix(
      foliage === "autumn" ? "#a89a52" : "#86a856",
      light.near,
      light.stars > 0 ? 0.6 : 0.12,
    );
    const row = (count: number, y: number, size: number) =>
      times(count, (i) =>
        tree(
          canvas,
          w * ((i + between(random, 0.1, 0.9)) / count),
          y,
          size * between(random, 0.75, 1.2),
          leaves,
        ),
      ).join("");
    const path = fill(
      `M${n(w * 0.58)} ${n(horizon)}C${n(w * 0.5)} ${n(horizon + h * 0.1)} ${n(w * 0.8)} ${n(horizon + h * 0.14)} ${n(w * 0.5)} ${h}H${n(w * 0.9)}C${n(w * 0.96)} ${n(horizon + h * 0.14)} ${n(w * 0.56)} ${n(horizon + h * 0.1)} ${n(w * 0.61)} ${n(horizon)}Z`,
      mix("#d8c8a4", light.shore, 0.25),
      0.8,
    );
    return (
      sky(canvas, horizon) +
      (random() > 0.5
        ? skyline(canvas, horizon, h * 0.2, 0)
        : land(
            canvas,
            ridge(canvas, horizon, h * 0.1, 0.05),
            horizon + 2,
            mix(light.far, light.near, 0.3),
          )) +
      rect(
        0,
        horizon - 2,
        w,
        h - horizon + 2,
        downGradient(
          canvas,
          [
            [0, mix(lawn, light.mist, 0.35)],
            [1, lawn],
          ],
          [horizon, h],
        ),
      ) +
      row(9, horizon + h * 0.01, 200 * unit) +
      path +
      row(4, horizon + h * 0.06, 380 * unit)
    );
  };

/** Trunks in light. */
const forest: Backdrop = (canvas, horizon) => {
  const { width: w, height: h, unit, light, random } = canvas;
  const deep = mix(light.near, "#2f4a34", 0.5);
  const bright = mix("#dfe8b4", light.glow, 0.45);
  const floor = mix(deep, "#6f8a48", 0.45);
  const rows = times(3, (i) =>
    times(15 - i * 4, () => {
      const x = w * random();
      const wide = unit * (12 + i * 22) * between(random, 0.7, 1.5);
      const foot = horizon + h * (i * 0.06);
      const lean = between(random, -0.02, 0.02) * w;
      const bark = mix(mix(bright, deep, 0.45 + i * 0.22), "#6a4f38", 0.25);
      const shade = canvas.define(
        (id) =>
          `<linearGradient id="${id}"><stop offset="0" stop-color="${mix(bark, bright, 0.42)}"/><stop offset=".4" stop-color="${bark}"/><stop offset="1" stop-color="${mix(bark, "#0f1a12", 0.5)}"/></linearGradient>`,
      );
      return fill(
        `M${n(x - wide)} ${n(foot + 8)}Q${n(x - wide * 0.6)} ${n(foot * 0.9)} ${n(x - wide * 0.5 + lean)} -10H${n(x + wide * 0.5 + lean)}Q${n(x + wide * 0.6)} ${n(foot * 0.9)} ${n(x + wide)} ${n(foot + 8)}Z`,
        shade,
      );
    }).join(""),
  );
  const canopy = times(150, () =>
    circle(
      w * random(),
      horizon * random() ** 1.7 * 0.85,
      unit * between(random, 10, 54),
      mix(
        pick(random, [deep, "#5f8a48", "#8fae58", "#3f6a3c"]),
        bright,
        random() * 0.55,
      ),
      between(random, 0.25, 0.7),
    ),
  );
  const shafts = times(5, (i) => {
    const x = w * (0.1 + i * 0.2 + between(random, -0.06, 0.06));
    const wide = w * between(random, 0.02, 0.06);
    return fill(
      `M${n(x)} 0H${n(x + wide)}L${n(x + wide * 2 - w * 0.16)} ${n(horizon * 1.1)}H${n(x - w * 0.2)}Z`,
      downGradient(canvas, [
        [0, bright, 0.5],
        [1, bright, 0],
      ]),
      0.7,
    );
  });
  const ferns = times(60, () => {
    const x = w * random();
    const y = horizon + h * between(random, 0.0, 0.14);
    const s = unit * between(random, 30, 80);
    return stroke(
      `M${n(x)} ${n(y)}q${n(-s * 0.3)} ${n(-s * 0.7)} ${n(-s)} ${n(-s * 0.6)}M${n(x)} ${n(y)}q${n(s * 0.2)} ${n(-s)} ${n(s * 0.8)} ${n(-s * 0.8)}M${n(x)} ${n(y)}q0 ${n(-s * 0.6)} ${n(s * 0.1)} ${n(-s * 1.1)}`,
      mix(floor, "#9fbf62", random() * 0.6),
      s * 0.12,
      0.8,
    );
  });
  return (
    rect(
      0,
      0,
      w,
      h,
      downGradient(
        canvas,
        [
          [0, mix(deep, bright, 0.3)],
          [0.5, bright],
          [0.75, mix(bright, floor, 0.6)],
          [1, floor],
        ],
        [0, horizon * 1.25],
      ),
    ) +
    rows[0] +
    shafts.join("") +
    rect(
      0,
      horizon,
      w,
      h - horizon,
      downGradient(
        canvas,
        [
          [0, floor, 0.4],
          [0.4, floor],
        ],
        [horizon, h],
      ),
    ) +
    rows[1] +
    canopy.join("") +
    ferns.join("") +
    rows[2]
  );
};

/** Cottages behind a hedge in flower. */
const garden: Backdrop = (canvas, horizon) => {
  const { width: w, height: h, unit, light, random } = canvas;
  const dim = light.stars > 0 ? 0.5 : 0.1;
  const cottages = times(3, (i) => {
    const x = w * (i * 0.36 + between(random, -0.04, 0.1));
    const wide = unit * between(random, 200, 300);
    const high = wide * between(random, 0.5, 0.7);
    const wall = mix(
      pick(random, ["#efe0c4", "#e3c6a8", "#d9d3c6", "#e8d0c0"]),
      light.near,
      dim,
    );
    const roof = mix(
      pick(random, ["#a3553f", "#7f5a48", "#6f6a6a"]),
      light.near,
      dim,
    );
    const window = (wx: number, wy: number) =>
      rect(
        wx,
        wy,
        wide * 0.12,
        wide * 0.15,
        light.stars > 0 ? "#f8cf7a" : mix("#6f8f9c", light.near, dim),
      );
    return (
      rect(x, horizon - high, wide, high + h * 0.05, wall) +
      fill(
        `M${n(x - wide * 0.06)} ${n(horizon - high)}L${n(x + wide * 0.14)} ${n(horizon - high * 1.7)}H${n(x + wide * 0.86)}L${n(x + wide * 1.06)} ${n(horizon - high)}Z`,
        roof,
      ) +
      rect(
        x + wide * 0.7,
        horizon - high * 1.95,
        wide * 0.1,
        high * 0.4,
        roof,
      ) +
      window(x + wide * 0.14, horizon - high * 0.75) +
      window(x + wide * 0.72, horizon - high * 0.75) +
      rect(
        x + wide * 0.42,
        horizon - high * 0.6,
        wide * 0.16,
        high * 0.6,
        mix("#3f6a72", light.near, dim),
      )
    );
  });
  const hedge = times(420, () => {
    const x = w * random();
    const depth = random();
    return circle(
      x,
      horizon + h * (depth * 0.1 - 0.035),
      unit * between(random, 14, 34),
      mix(pick(random, FOLIAGE.green), light.near, dim + 0.2 + depth * 0.25),
    );
  });
  const blooms = times(190, () => {
    const depth = random();
    return circle(
      w * random(),
      horizon + h * (depth * 0.16 - 0.02),
      unit * between(random, 5, 12) * (0.6 + depth),
      mix(
        pick(random, [
          "#e8a0b0",
          "#f6d777",
          "#fbf1dc",
          "#c86a86",
          "#9a86c4",
          "#e8834a",
        ]),
        light.near,
        dim,
      ),
    );
  });
  return (
    sky(canvas, horizon) +
    times(6, (i) =>
      tree(
        canvas,
        w * (i / 5.5 + between(random, -0.05, 0.05)),
        horizon,
        unit * between(random, 260, 420),
        FOLIAGE.green,
      ),
    ).join("") +
    cottages.join("") +
    rect(0, horizon, w, h - horizon, mix("#7f9f52", light.near, dim + 0.1)) +
    hedge.join("") +
    blooms.join("")
  );
};

/** Only distant lights and leaves, as in a photograph of something very close. */
const blur: Backdrop = (canvas, horizon) => {
  const { width: w, height: h, unit, light, random } = canvas;
  const base = mix(light.far, light.near, 0.3);
  return (
    rect(
      0,
      0,
      w,
      h,
      downGradient(
        canvas,
        [
          [0, mix(base, light.sky[1], 0.4)],
          [1, mix(base, light.mist, 0.6)],
        ],
        [0, horizon],
      ),
    ) +
    times(46, () =>
      ellipse(
        w * random(),
        horizon * 1.1 * random(),
        unit * between(random, 18, 70),
        unit * between(random, 18, 70),
        pick(random, [light.glow, light.mist, "#c6d69a", light.sky[2]]),
        0,
        between(random, 0.12, 0.42),
      ),
    ).join("")
  );
};

export const backdrops = {
  lake,
  sea,
  mountains,
  desert,
  winter,
  harbour,
  park: parkIn("green"),
  autumn: parkIn("autumn"),
  blossom: parkIn("blossom"),
  forest,
  garden,
  blur,
} satisfies Record<BackdropName, Backdrop>;
