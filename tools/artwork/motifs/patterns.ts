import { circle, fill, polyline, stroke, times, type Point } from "../paint.ts";
import { motif } from "./motif.ts";

const TURN = Math.PI * 2;

/** A point of the heart curve, about 16 × 15 units to either side. */
function heartPoint(share: number): Point {
  const t = share * TURN;
  return [
    16 * Math.sin(t) ** 3,
    -(
      13 * Math.cos(t) -
      5 * Math.cos(2 * t) -
      2 * Math.cos(3 * t) -
      Math.cos(4 * t)
    ),
  ];
}

const heartLine = (size: number) =>
  `${polyline(
    times(61, (i): Point => {
      const [x, y] = heartPoint(i / 60);
      return [x * size, y * size - 3];
    }),
  )}Z`;

export const heart = motif(
  [
    {
      stone: "#c4b6a2",
      rings: ["#c8402f", "#dd6350", "#f0a08c", "#fbe6d4"],
      dot: "#fffaf0",
    },
    {
      stone: "#8f9190",
      rings: ["#2f6f8a", "#4f94a8", "#93c3c8", "#e6f2ec"],
      dot: "#f6d98a",
    },
    {
      stone: "#7d8286",
      rings: ["#e0a436", "#f0c05c", "#f8dc98", "#fdf3da"],
      dot: "#fbf1dc",
    },
    {
      stone: "#b3a49a",
      rings: ["#b8567c", "#d2809c", "#ecb2bf", "#fbe6e4"],
      dot: "#fffaf0",
    },
    {
      stone: "#a3a892",
      rings: ["#4a7a54", "#6f9f70", "#a8c79c", "#eef3dc"],
      dot: "#fffaf0",
    },
  ] as const,
  ({ stone, rings, dot }) => ({
    stone,
    coat: null,
    art:
      stroke(heartLine(2.9), rings[0], 3) +
      rings
        .map((colour, i) =>
          fill(heartLine([2.9, 2.25, 1.55, 0.85][i] ?? 1), colour),
        )
        .join("") +
      times(34, (i) => {
        const [x, y] = heartPoint(i / 34);
        return circle(x * 3.42, y * 3.38 - 3, i % 2 ? 1.6 : 2.3, dot);
      }).join(""),
  }),
);

/** Dots of each ring of the mandala: radius, how many, size, colour. */
const RINGS = [
  [13, 8, 2.6, 3],
  [21, 12, 3.4, 0],
  [31, 12, 4.8, 4],
  [31, 12, 2.2, 1],
  [41, 24, 2.2, 0],
  [50, 24, 3.8, 2],
  [50, 24, 1.6, 5],
  [60, 24, 2.4, 3],
  [68, 36, 1.6, 4],
] as const;

export const mandala = motif(
  [
    {
      coat: ["#23343a", "#16242a"],
      dots: ["#f3c766", "#e8825a", "#7fc4bd", "#fbf1dc", "#4f9aa8", "#f0a98f"],
    },
    {
      coat: ["#3a2a48", "#24182f"],
      dots: ["#e9a8c0", "#f3d27a", "#a9a0dc", "#fdf3e6", "#7a6fc0", "#f6c6a0"],
    },
    {
      coat: ["#f3e8d2", "#dcc7a0"],
      dots: ["#c8572f", "#2f6f7a", "#e0a23c", "#8a3a34", "#4f8f84", "#d98a5c"],
    },
    {
      coat: ["#1f4a4c", "#103234"],
      dots: ["#f6e2a6", "#f0a05c", "#9fd8c4", "#fffaf0", "#5fb0a4", "#f8c79a"],
    },
  ] as const,
  ({ coat, dots: colours }) => ({
    stone: "#5d6263",
    coat,
    art:
      circle(0, 0, 7, colours[0]) +
      circle(0, 0, 3.4, colours[1]) +
      RINGS.map(([radius, count, size, colour], ring) => {
        const shift = ring === 3 || ring % 2 ? 0.5 : 0;
        const turned =
          ring === 3 || ring === 6 ? (ring === 3 ? 0.5 : 0) : shift;
        return times(count, (i) => {
          const angle = ((i + turned) / count) * TURN;
          return circle(
            Math.cos(angle) * radius * 1.12,
            Math.sin(angle) * radius * 0.92,
            size,
            colours[colour] ?? colours[0],
          );
        }).join("");
      }).join(""),
  }),
);

export const spiral = motif(
  [
    { stone: "#6d7274", dots: ["#fbf1dc", "#7fc4bd", "#f3c766", "#e8825a"] },
    { stone: "#b3a49a", dots: ["#2f5f7a", "#4f94a8", "#93c3c8", "#fffaf0"] },
    { stone: "#5d5a58", dots: ["#f3d27a", "#e0a45c", "#c8572f", "#8a3a34"] },
  ] as const,
  ({ stone, dots: colours }) => ({
    stone,
    coat: null,
    art: times(5, (arm) =>
      times(17, (i) => {
        const angle = (arm / 5) * TURN + i * 0.26;
        const radius = 6 + i * 3.5;
        return (
          circle(
            Math.cos(angle) * radius * 1.14,
            Math.sin(angle) * radius * 0.9,
            1.2 + i * 0.24,
            colours[(arm + Math.floor(i / 5)) % 4] ?? colours[0],
          ) +
          (i > 4
            ? circle(
                Math.cos(angle + 0.42) * radius * 1.14,
                Math.sin(angle + 0.42) * radius * 0.9,
                1 + i * 0.05,
                colours[(arm + 2) % 4] ?? colours[0],
              )
            : "")
        );
      }).join(""),
    ).join(""),
  }),
);
