import type { MotifName } from "../../scripts/demo/names.ts";
import { motifs } from "./motifs/index.ts";
import type { Painting } from "./motifs/motif.ts";
import { between, randomFrom, type Random } from "../../scripts/demo/random.ts";
import { mix, n, pick, smooth, times, type Point } from "./paint.ts";

export interface PebbleLook {
  /** Decides the shape of the stone and everything that is random. */
  seed: number;
  /** `plain` is a bare stone. */
  motif: MotifName | "plain";
  /** The number of the motif's colouring. */
  palette?: number;
}

const STONES = [
  "#a9a196",
  "#b9ad9b",
  "#8f9190",
  "#c4b6a2",
  "#9a8f86",
  "#7d8286",
  "#b3a49a",
  "#a3a892",
] as const;

/** The distance of a river-worn outline from its ellipse, by angle. */
function wornOutline(random: Random) {
  const harmonics = [0.1, 0.085, 0.035, 0.02].map((size, i) => ({
    waves: i + 2,
    height: (random() - 0.5) * size,
    phase: random() * 6.28,
  }));
  return (angle: number) =>
    harmonics.reduce(
      (sum, { waves, height, phase }) =>
        sum + height * Math.cos(waves * angle + phase),
      1,
    );
}

/** Points round a superellipse of half axes rx and ry, bent by an outline. */
function ring(
  outline: (angle: number) => number,
  rx: number,
  ry: number,
  count: number,
  wobble = () => 0,
) {
  const round = (value: number) =>
    Math.sign(value) * Math.abs(value) ** (2 / 2.25);
  return times(count, (i): Point => {
    const angle = (i / count) * Math.PI * 2;
    const reach = outline(angle) * (1 + wobble());
    return [
      round(Math.cos(angle)) * rx * reach,
      round(Math.sin(angle)) * ry * reach,
    ];
  });
}

function paintingOf(look: PebbleLook, random: Random): Painting {
  if (look.motif === "plain")
    return { stone: pick(random, STONES), coat: null, art: "" };
  const painting = motifs[look.motif].paint(look.palette ?? 0, random);
  return {
    ...painting,
    stone: mix(painting.stone, pick(random, STONES), 0.45),
  };
}

let drawn = 0;

/** The content of `<svg viewBox="0 0 200 200">`: a stone without its shadow, lit from the upper left. */
function pebbleBody(look: PebbleLook) {
  const random = randomFrom(look.seed + 11);
  const { stone, coat, art } = paintingOf(look, random);
  const id = `p${drawn++}`;
  const url = (part: string) => `url(#${id}${part})`;
  const rx = between(random, 84, 90);
  const ry = rx * between(random, 0.76, 0.84);
  const outline = wornOutline(random);
  const edge = smooth(ring(outline, rx, ry, 22));
  const tilt = (random() - 0.5) * 14;
  const coatEdge = smooth(
    ring(outline, rx * 0.915, ry * 0.905, 40, () => (random() - 0.5) * 0.022),
  );
  const outside = `M-160-160H160V160H-160Z${edge}`;
  const whole = `x="-100" y="-100" width="200" height="200"`;
  const noise = (name: string, rest: string) =>
    `<filter id="${id}${name}" x="0" y="0" width="100%" height="100%">${rest}</filter>`;

  return `<defs>
<clipPath id="${id}o"><path d="${edge}"/></clipPath>
<clipPath id="${id}c"><path d="${coat ? coatEdge : edge}"/></clipPath>
<radialGradient id="${id}s" cx=".36" cy=".24" r=".95"><stop offset="0" stop-color="${mix(stone, "#ffffff", 0.34)}"/><stop offset=".5" stop-color="${stone}"/><stop offset="1" stop-color="${mix(stone, "#1c1815", 0.5)}"/></radialGradient>
${coat ? `<radialGradient id="${id}p" cx=".4" cy=".3" r=".8"><stop offset="0" stop-color="${mix(coat[0], "#ffffff", 0.12)}"/><stop offset="1" stop-color="${coat[1]}"/></radialGradient>` : ""}
<radialGradient id="${id}d" cx=".36" cy=".22" r=".9"><stop offset="0" stop-color="#fff" stop-opacity=".3"/><stop offset=".34" stop-color="#fff" stop-opacity=".04"/><stop offset=".62" stop-color="#14100c" stop-opacity=".1"/><stop offset="1" stop-color="#14100c" stop-opacity=".62"/></radialGradient>
<filter id="${id}b" x="-40%" y="-40%" width="180%" height="180%"><feGaussianBlur stdDeviation="7"/></filter>
<filter id="${id}g" x="-60%" y="-60%" width="220%" height="220%"><feGaussianBlur stdDeviation="4"/></filter>
<filter id="${id}w" x="-5%" y="-5%" width="110%" height="110%"><feTurbulence type="fractalNoise" baseFrequency=".045" numOctaves="2" seed="${look.seed % 97}" result="n"/><feDisplacementMap in="SourceGraphic" in2="n" scale="3.2" xChannelSelector="R" yChannelSelector="G" result="a"/><feDropShadow in="a" dx=".5" dy=".8" stdDeviation=".5" flood-color="#1a120c" flood-opacity=".42"/></filter>
${noise("k", `<feTurbulence type="fractalNoise" baseFrequency=".55" numOctaves="3" seed="${look.seed % 89}"/><feColorMatrix values="0 0 0 0 .12  0 0 0 0 .1  0 0 0 0 .08  0 3.4 0 0 -1.75"/>`)}
${noise("l", `<feTurbulence type="fractalNoise" baseFrequency=".085" numOctaves="4" seed="${look.seed % 83}" result="n"/><feColorMatrix in="n" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0 0 0 0"/><feDiffuseLighting surfaceScale="3.4" diffuseConstant="1.05" lighting-color="#fff"><feDistantLight azimuth="232" elevation="62"/></feDiffuseLighting>`)}
</defs>
<g transform="translate(100 100) rotate(${n(tilt)})" style="isolation:isolate"><g clip-path="${url("o")}">
<path d="${edge}" fill="${url("s")}"/><rect ${whole} filter="${url("k")}" opacity=".5"/>
${coat ? `<path d="${coatEdge}" fill="${url("p")}" filter="${url("w")}"/>` : ""}
<g clip-path="${url("c")}"><g transform="scale(${coat ? 1.04 : 0.98})" filter="${url("w")}">${art.replaceAll("url(#BLUR)", url("b"))}</g></g>
<rect ${whole} filter="${url("l")}" style="mix-blend-mode:multiply" opacity=".46"/>
<path d="${edge}" fill="${url("d")}"/>
<path d="${outside}" fill-rule="evenodd" fill="#120d09" opacity=".58" filter="${url("b")}" transform="translate(-6 -9)"/>
<path d="${outside}" fill-rule="evenodd" fill="#fff6e6" opacity=".42" filter="${url("g")}" transform="translate(3 5)"/>
<ellipse cx="${n(-rx * 0.34)}" cy="${n(-ry * 0.5)}" rx="${n(rx * 0.34)}" ry="${n(ry * 0.14)}" fill="#fff" opacity=".42" filter="${url("b")}" transform="rotate(-17)"/>
<ellipse cx="${n(-rx * 0.3)}" cy="${n(-ry * 0.62)}" rx="${n(rx * 0.15)}" ry="${n(ry * 0.045)}" fill="#fff" opacity=".55" filter="${url("g")}" transform="rotate(-15)"/>
</g></g>`;
}

/** A stone on a transparent ground, `size` pixels square, without its shadow. */
export const pebbleSvg = (look: PebbleLook, size: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" width="${size}" height="${size}">${pebbleBody(look)}</svg>`;

/** A stone and its shadow in a larger picture. The stone's middle is at x, y. */
export function pebbleAt(look: PebbleLook, x: number, y: number, size: number) {
  const id = `q${drawn++}`;
  return `<svg x="${n(x - size / 2)}" y="${n(y - size / 2)}" width="${n(size)}" height="${n(size)}" viewBox="0 0 200 200" overflow="visible">
<defs><filter id="${id}" x="-60%" y="-60%" width="220%" height="220%"><feGaussianBlur stdDeviation="6"/></filter></defs>
<ellipse cx="106" cy="164" rx="76" ry="14" fill="#14100c" opacity=".45" filter="url(#${id})"/><ellipse cx="102" cy="168" rx="52" ry="6" fill="#0c0906" opacity=".6" filter="url(#${id})"/>
${pebbleBody(look)}</svg>`;
}

/** The shadow of a stone on the ground: dark where they touch, softer around. */
export const stoneShadowSvg = (width: number, height: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 120" width="${width}" height="${height}"><defs><filter id="wide" x="-50%" y="-100%" width="200%" height="300%"><feGaussianBlur stdDeviation="13"/></filter><filter id="near" x="-50%" y="-100%" width="200%" height="300%"><feGaussianBlur stdDeviation="6"/></filter></defs><ellipse cx="158" cy="60" rx="104" ry="24" fill="#14100c" opacity=".55" filter="url(#wide)"/><ellipse cx="150" cy="64" rx="76" ry="12" fill="#0c0906" opacity=".7" filter="url(#near)"/></svg>`;
