/** How a time of day changes the colours of a view. */
export interface Light {
  /** From the top down. */
  sky: readonly [string, string, string, string];
  /** The places of the sky's colours, 0 to 1. */
  skyStops: readonly [number, number, number, number];
  far: string;
  near: string;
  mist: string;
  /** From the horizon to the shore. */
  water: readonly [string, string, string];
  /** `x` and `y` are shares of the width and of the sky's height. */
  sun: { colour: string; x: number; y: number };
  shore: string;
  glow: string;
  stars: number;
  /** How the light changes a thing in the foreground: factors of red, green and blue. */
  tone: readonly [number, number, number];
}

export const lights = {
  dawn: {
    sky: ["#356673", "#6b9a9e", "#d3cbb0", "#f9d3a2"],
    skyStops: [0, 0.5, 0.84, 1],
    far: "#9fb0aa",
    near: "#1f3f3b",
    mist: "#f3d9b4",
    water: ["#ead2aa", "#5d8a8e", "#27505a"],
    sun: { colour: "#fff6dc", x: 0.66, y: 0.9 },
    shore: "#4a4a40",
    glow: "#ffe9c4",
    stars: 0,
    tone: [1, 0.97, 0.9],
  },
  day: {
    sky: ["#2f7595", "#6aaac0", "#bfdcd9", "#eef0de"],
    skyStops: [0, 0.4, 0.8, 1],
    far: "#8fb4bb",
    near: "#2b5a45",
    mist: "#e6eee2",
    water: ["#c9e2dc", "#5aa0ac", "#286a7c"],
    sun: { colour: "#ffffff", x: 0.8, y: 0.22 },
    shore: "#77705f",
    glow: "#ffffff",
    stars: 0,
    tone: [1, 1, 1],
  },
  golden: {
    sky: ["#3d6773", "#88a099", "#ecc386", "#f6b06a"],
    skyStops: [0, 0.4, 0.8, 1],
    far: "#b39c80",
    near: "#2b3a2b",
    mist: "#f5c88c",
    water: ["#f2c486", "#8a8f78", "#3a4f4c"],
    sun: { colour: "#fff0c8", x: 0.3, y: 0.86 },
    shore: "#4d4230",
    glow: "#ffd99c",
    stars: 0,
    tone: [1.02, 0.93, 0.8],
  },
  dusk: {
    sky: ["#18303f", "#35606c", "#b98f78", "#f0b88a"],
    skyStops: [0, 0.4, 0.8, 1],
    far: "#5f7880",
    near: "#10242a",
    mist: "#d7a284",
    water: ["#e0ad88", "#4a6a72", "#132c36"],
    sun: { colour: "#ffe3bd", x: 0.7, y: 0.97 },
    shore: "#22282a",
    glow: "#ffcfa0",
    stars: 40,
    tone: [0.8, 0.73, 0.72],
  },
  night: {
    sky: ["#081622", "#0f2a3a", "#215060", "#4a7f80"],
    skyStops: [0, 0.4, 0.8, 1],
    far: "#2f5762",
    near: "#06141a",
    mist: "#4c8180",
    water: ["#4a8080", "#153a48", "#07161f"],
    sun: { colour: "#fdf6df", x: 0.85, y: 0.3 },
    shore: "#0f181b",
    glow: "#bfe0da",
    stars: 170,
    tone: [0.5, 0.58, 0.64],
  },
  overcast: {
    sky: ["#7f929b", "#a3b1b5", "#c9cfcc", "#dfdfd6"],
    skyStops: [0, 0.4, 0.8, 1],
    far: "#a5b2b4",
    near: "#34514a",
    mist: "#dfe2dc",
    water: ["#c6cfcd", "#829a9f", "#4d6a72"],
    sun: { colour: "#f4f3ea", x: 0.6, y: 0.3 },
    shore: "#5f6260",
    glow: "#f3f3ec",
    stars: 0,
    tone: [0.9, 0.92, 0.94],
  },
  rose: {
    sky: ["#4f6488", "#9a8fa8", "#e6b5aa", "#f8d9c0"],
    skyStops: [0, 0.4, 0.8, 1],
    far: "#b3a3b0",
    near: "#33414f",
    mist: "#f0cfc6",
    water: ["#efc8ba", "#8f94a8", "#4a5a74"],
    sun: { colour: "#fff2e2", x: 0.42, y: 0.9 },
    shore: "#504a50",
    glow: "#ffe2d4",
    stars: 0,
    tone: [0.98, 0.9, 0.9],
  },
} as const satisfies Record<string, Light>;

export type TimeOfDay = keyof typeof lights;
