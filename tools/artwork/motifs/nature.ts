import {
  circle,
  dots,
  ellipse,
  fill,
  group,
  leaf,
  pick,
  star,
  stroke,
  times,
} from "../paint.ts";
import { motif } from "./motif.ts";

const SNOW = "#fffaf0";
const RADIANS = Math.PI / 180;

export const waves = motif(
  [
    {
      coat: ["#f6dfb4", "#f0b889"],
      sun: "#e8873f",
      sea: ["#2b6f86", "#3d93a3", "#6fbcb9", "#2f7c90", "#1f5870"],
    },
    {
      coat: ["#cfe3e6", "#9cc6cf"],
      sun: "#f6d777",
      sea: ["#3f6f9a", "#5a90b4", "#93bfd0", "#3a6894", "#274d75"],
    },
    {
      coat: ["#f3c9b8", "#e0937f"],
      sun: "#fbe3b4",
      sea: ["#27575e", "#3d7f7c", "#8cbfa4", "#2f6a68", "#1c464c"],
    },
  ] as const,
  ({ coat, sun, sea }) => ({
    stone: "#8f9190",
    coat,
    art:
      circle(22, -20, 17, sun) +
      circle(22, -20, 12, "#f6c17a", 0.8) +
      sea
        .map((colour, i) => {
          const height = [9, 8, 8, 7, 6][i] ?? 6;
          let d = `M-90 ${[-6, 8, 22, 36, 49][i] ?? 0}`;
          for (let x = -90 + ((i * 6) % 14); x < 96; x += 30)
            d += `q7 ${-height - 5} 16 ${-height * 0.3}q4 ${height * 0.9} 14 ${height * 0.3}`;
          return fill(`${d}V80H-90Z`, colour) + stroke(d, "#fbf6ea", 2.6);
        })
        .join("") +
      [-50, -20, 12, 44]
        .map(
          (x, i) =>
            circle(x, 30 + (i % 2) * 9, 1.7, "#fbf6ea") +
            circle(x + 7, 27 + (i % 2) * 9, 1.1, "#fbf6ea"),
        )
        .join(""),
  }),
);

export const sunflower = motif(
  [
    {
      coat: ["#3d7b86", "#2b606d"],
      petals: ["#e59a2a", "#f5c443"],
      heart: "#5b351d",
    },
    {
      coat: ["#dfe3c8", "#b8c394"],
      petals: ["#e3891f", "#f3b637"],
      heart: "#4a2a18",
    },
    {
      coat: ["#6d4f6b", "#4b344c"],
      petals: ["#f0c04c", "#f8de86"],
      heart: "#3f2614",
    },
  ] as const,
  ({ coat, petals, heart }) => ({
    stone: "#a3a892",
    coat,
    art:
      leaf(-20, 40, 46, 13, 160, "#5f9350", "#a8cf86") +
      leaf(22, 40, 46, 13, 20, "#5f9350", "#a8cf86") +
      petals
        .map((colour, ring) =>
          times(15, (i) => {
            const angle = i * 24 + ring * 12;
            return leaf(
              Math.cos(angle * RADIANS) * 14,
              Math.sin(angle * RADIANS) * 14,
              ring ? 31 : 38,
              ring ? 7 : 8.5,
              angle,
              colour,
              ring ? "#e3a22f" : undefined,
            );
          }).join(""),
        )
        .join("") +
      circle(0, 0, 19, heart) +
      circle(0, 0, 13.5, "#7a4a26") +
      times(59, (i) => {
        const reach = 2.2 * Math.sqrt(i + 1);
        return circle(
          Math.cos((i + 1) * 2.4) * reach,
          Math.sin((i + 1) * 2.4) * reach,
          1,
          i % 3 ? "#c98a3c" : "#2f1b10",
        );
      }).join(""),
  }),
);

export const mountains = motif(
  [
    {
      coat: ["#f4d7b5", "#e79a76"],
      rock: ["#52718a", "#3d5a72"],
      land: ["#46705c", "#234a3d"],
      lake: "#7fb7b4",
    },
    {
      coat: ["#2d4668", "#1a2d49"],
      rock: ["#7f93b4", "#5f7396"],
      land: ["#2f5560", "#173640"],
      lake: "#4f7f9c",
    },
    {
      coat: ["#cfe5ea", "#9ac6d3"],
      rock: ["#8f8a94", "#6f6a78"],
      land: ["#7a9a58", "#3f6b3c"],
      lake: "#6fb3c4",
    },
  ] as const,
  ({ coat, rock, land, lake }) => ({
    stone: "#8f9190",
    coat,
    art:
      circle(-22, -18, 14, "#fff3d6") +
      fill("M-90 20L-48-18L-26 4L4-40L38 6L56-12L92 22V80H-90Z", rock[0]) +
      fill(
        "M4-40C6-20 2 0 14 18L38 6ZM-48-18C-46-6-44 2-40 10L-26 4Z",
        rock[1],
        0.7,
      ) +
      fill(
        "M4-40L-9-21L-3-24L2-16L8-25L13-19L18-21ZM-48-18L-57-10L-50-11L-45-6L-41-11ZM56-12L49-5L55-6L60-3L63-5Z",
        SNOW,
      ) +
      fill("M-90 30C-60 12-30 22-6 26C30 32 60 12 92 24V80H-90Z", land[0]) +
      (
        [
          [-58, 34, 1],
          [-46, 38, 1.25],
          [-34, 35, 0.9],
          [40, 34, 1],
          [53, 36, 1.3],
          [64, 33, 0.9],
        ] as const
      )
        .map(([x, y, k]) =>
          fill(
            `M${x} ${y - 20 * k}l${7 * k} ${13 * k}h${-14 * k}ZM${x} ${y - 13 * k}l${9 * k} ${15 * k}h${-18 * k}Z`,
            land[1],
          ),
        )
        .join("") +
      fill("M-90 46C-40 36 20 50 92 38V80H-90Z", lake) +
      stroke("M-40 50h26M-4 47h20M28 51h22M-20 55h32", "#dff0ea", 1.8),
  }),
);

export const leaves = motif(
  [
    {
      coat: ["#efe5cf", "#dfd0b0"],
      leaf: ["#4f7f57", "#7da05f", "#2f6159", "#c58a35", "#a9b96e"],
      berry: "#c2452f",
      vein: "#f3ecd6",
    },
    {
      coat: ["#2f4a48", "#1d3331"],
      leaf: ["#9cc08a", "#d3c07a", "#6fa39a", "#e0a45c", "#c6d6a0"],
      berry: "#e8825a",
      vein: "#2f4a48",
    },
    {
      coat: ["#f3dcc6", "#e2b896"],
      leaf: ["#b8562f", "#d98a3a", "#8a3f2c", "#c7a044", "#6f6a3c"],
      berry: "#7a2f3c",
      vein: "#fbeed8",
    },
  ] as const,
  ({ coat, leaf: colours, berry, vein }, random) => ({
    stone: "#b9ad9b",
    coat,
    art:
      (
        [
          [-64, 44, -30, 9],
          [-66, 2, -28, 6],
          [-20, 56, -26, 6],
        ] as const
      )
        .map(([x, y, turn, pairs]) =>
          group(
            `translate(${x} ${y}) rotate(${turn})`,
            stroke(`M0 0Q36-6 ${pairs * 13 + 4} 0`, "#5b6a46", 1.8),
            ...times(pairs, (i) => {
              const colour = pick(random, colours);
              const length = 20 - i * 1.3;
              return (
                leaf(6 + i * 13, -2, length, 5.6, -48, colour, vein) +
                leaf(10 + i * 13, 0, length, 5.6, 46, colour, vein)
              );
            }),
            leaf(pairs * 13 + 2, 0, 15, 5, 0, colours[0], vein),
          ),
        )
        .join("") +
      (
        [
          [-52, -30],
          [-44, -36],
          [-42, -27],
          [48, 14],
          [54, 22],
          [44, 24],
          [14, 8],
        ] as const
      )
        .map(([x, y]) => circle(x, y, 3.4, berry))
        .join(""),
  }),
);

export const cactus = motif(
  [
    {
      coat: ["#f6dcae", "#eab27a"],
      plant: "#4f8a5c",
      rib: "#8fbf8a",
      bloom: "#d9587a",
    },
    {
      coat: ["#bfe0dc", "#8cc0be"],
      plant: "#3f7a58",
      rib: "#7fb48a",
      bloom: "#f0a13c",
    },
    {
      coat: ["#f2c4b4", "#dd9180"],
      plant: "#3d6f66",
      rib: "#86b5a4",
      bloom: "#fbe08a",
    },
  ] as const,
  ({ coat, plant, rib, bloom }) => ({
    stone: "#b3a49a",
    coat,
    art:
      circle(42, -26, 13, "#fff3d0") +
      fill("M-90 36Q-30 22 20 34T90 30V80H-90Z", "#d99a5f") +
      fill("M-90 46Q-20 36 30 46T90 42V80H-90Z", "#c07f48") +
      stroke(
        "M-24 8H-38C-46 8-46 2-46-16M24 18H34C42 18 42 10 42-2",
        plant,
        13,
      ) +
      stroke("M0 46V-34", plant, 30) +
      stroke("M-8-38V44M0-44V46M8-38V44M-46-14V0M42-2V6", rib, 1.8) +
      times(10, (i) =>
        stroke(
          `M${-14 + (i % 3) * 14} ${-30 + i * 7}l-3-3m3 3l3-3`,
          "#fbf6e0",
          1,
        ),
      ).join("") +
      [
        [0, -50],
        [-46, -24],
        [42, -10],
      ]
        .map(
          ([x = 0, y = 0]) =>
            times(6, (i) => leaf(x, y, 9, 3, i * 60, bloom)).join("") +
            circle(x, y, 2.6, "#fbe7a8"),
        )
        .join("") +
      ellipse(-52, 50, 10, 5, "#8f6a4c") +
      ellipse(54, 52, 13, 6, "#9a7454"),
  }),
);

export const mushroom = motif(
  [
    { coat: ["#a9bf8c", "#7a9a66"], cap: "#c8402f", shade: "#9f2c22" },
    { coat: ["#d8c8a8", "#b39c74"], cap: "#c9793a", shade: "#9c5624" },
    { coat: ["#7f9aa0", "#566f78"], cap: "#8a4f7c", shade: "#653658" },
  ] as const,
  ({ coat, cap, shade }) => {
    const one = (x: number, y: number, size: number) =>
      group(
        `translate(${x} ${y}) scale(${size})`,
        fill("M-11-8C-8 14-14 30-16 38H16C14 30 8 14 11-8Z", "#f6ead2"),
        fill("M4-8C6 14 8 30 10 38H16C14 30 8 14 11-8Z", "#dcc9a4"),
        fill("M-40-4C-38-38 38-38 40-4C24 6-24 6-40-4Z", cap),
        fill("M-40-4C-24 6 24 6 40-4C30 10-30 10-40-4Z", shade),
        ellipse(-18, -18, 7, 5.4, SNOW),
        ellipse(8, -22, 6, 5, SNOW),
        ellipse(24, -10, 5, 4, SNOW),
        ellipse(-4, -8, 4.4, 3.4, SNOW),
        ellipse(-30, -7, 3.4, 2.8, SNOW),
      );
    return {
      stone: "#9aa08c",
      coat,
      art:
        fill("M-90 44Q-20 30 90 44V80H-90Z", "#5d7a45") +
        one(-14, 4, 1.12) +
        one(38, 26, 0.62) +
        one(-58, 34, 0.42) +
        times(15, (i) =>
          leaf(
            -70 + i * 10,
            56,
            15 + (i % 3) * 5,
            2.6,
            -90 + ((i * 37) % 40) - 20,
            i % 2 ? "#7f9f57" : "#4a6a3a",
          ),
        ).join(""),
    };
  },
);

export const tree = motif(
  [
    {
      coat: ["#e6ecd6", "#bccda4"],
      crown: ["#4f7f4a", "#6f9f57", "#93b56a", "#3d6b44"],
    },
    {
      coat: ["#f3e2c4", "#e0bf8c"],
      crown: ["#c9622c", "#e08f3a", "#efb950", "#a8452a"],
    },
    {
      coat: ["#d4e4ea", "#a2c2d0"],
      crown: ["#e3a0b0", "#f0c0c8", "#f8dcdc", "#cf8098"],
    },
  ] as const,
  ({ coat, crown }, random) => ({
    stone: "#a3a892",
    coat,
    art:
      fill("M-90 42Q0 30 90 42V80H-90Z", "#86a35e") +
      fill("M-7 48C-4 30-5 14-6 2L6 2C5 14 4 30 9 48Z", "#6b4a34") +
      stroke(
        "M0 20C-10 8-20 4-26-4M0 14C10 4 18 0 24-8M0 8V-20",
        "#6b4a34",
        4,
      ) +
      times(90, (i) => {
        const angle = random() * Math.PI * 2;
        const reach = Math.sqrt(random());
        return ellipse(
          Math.cos(angle) * 50 * reach,
          -16 + Math.sin(angle) * 33 * reach,
          6.5,
          4.4,
          crown[i % 4] ?? crown[0],
          random() * 180,
        );
      }).join("") +
      dots(random, 12, 60, 10, crown[1], 1.4, 2.4).replaceAll(
        "/>",
        ' transform="translate(0 50)"/>',
      ),
  }),
);

export const tulips = motif(
  [
    { coat: ["#cfe4e2", "#9cc6c4"], blooms: ["#d6473a", "#f0b23c", "#e08aa0"] },
    { coat: ["#f4e6c8", "#e2c690"], blooms: ["#8a5a9c", "#c9577a", "#e8934a"] },
    { coat: ["#39586b", "#24404f"], blooms: ["#f6d777", "#f3a8a0", "#fbf1dc"] },
  ] as const,
  ({ coat, blooms }) => ({
    stone: "#b9ad9b",
    coat,
    art:
      (
        [
          [-46, -6, 0.85, 1],
          [44, -8, 0.85, 2],
          [-22, -22, 1, 2],
          [22, -24, 1, 0],
          [0, -8, 1.15, 1],
        ] as const
      )
        .map(([x, y, size, colour]) => {
          const bloom = blooms[colour] ?? blooms[0];
          return (
            stroke(`M${x} ${y}Q${x * 0.9} 30 ${x * 0.5} 60`, "#4f7f4a", 3.6) +
            leaf(
              x * 0.6,
              56,
              40 * size,
              6,
              -100 + x * 0.7,
              "#5f9350",
              "#8fb877",
            ) +
            group(
              `translate(${x} ${y}) scale(${size}) rotate(${x * 0.25})`,
              fill(
                "M-13-20C-18 0-10 10 0 11C10 10 18 0 13-20L6-8L0-22L-6-8Z",
                bloom,
              ),
              fill("M0-22C-8-10-8 4 0 11C8 4 8-10 0-22Z", "#ffffff", 0.22),
            )
          );
        })
        .join("") +
      leaf(-10, 60, 44, 8, -128, "#4f7f4a", "#8fb877") +
      leaf(10, 60, 44, 8, -52, "#4f7f4a", "#8fb877"),
  }),
);

export const strawberry = motif(
  [
    { coat: ["#f6e8cf", "#e6c79c"], fruit: "#cf3440", shade: "#a32430" },
    { coat: ["#bcd9d6", "#8ab8b6"], fruit: "#d8434a", shade: "#ab2b38" },
  ] as const,
  ({ coat, fruit, shade }, random) => ({
    stone: "#c4b6a2",
    coat,
    art:
      dots(random, 14, 70, 52, SNOW, 1.4, 2.6) +
      fill(
        "M0 54C-26 42-46 14-42-10C-38-28-16-30 0-24C16-30 38-28 42-10C46 14 26 42 0 54Z",
        fruit,
      ) +
      fill(
        "M0 54C26 42 46 14 42-10C40-20 34-26 26-28C36 0 22 36 0 54Z",
        shade,
        0.6,
      ) +
      fill("M-34-10C-32-20-22-22-16-20C-26-14-30-2-29 8Z", "#ffffff", 0.25) +
      (
        [
          [-24, -8],
          [-8, -12],
          [10, -10],
          [26, -8],
          [-30, 8],
          [-14, 4],
          [2, 6],
          [18, 6],
          [32, 8],
          [-20, 20],
          [-5, 20],
          [11, 22],
          [24, 22],
          [-10, 35],
          [5, 37],
        ] as const
      )
        .map(([x, y]) => ellipse(x, y, 1.8, 2.8, "#f8dc8c"))
        .join("") +
      times(7, (i) =>
        leaf(
          0,
          -24,
          28,
          6.4,
          8 + i * 27,
          i % 2 ? "#5f9350" : "#4a7d45",
          "#8fb877",
        ),
      ).join("") +
      stroke("M0-24C0-36 4-44 12-48", "#4a7d45", 4.4),
  }),
);

export const lighthouse = motif(
  [
    {
      coat: ["#cfe3ea", "#93bccb"],
      tower: "#c8402f",
      sea: "#3a7c92",
      glow: "#fbe7a8",
    },
    {
      coat: ["#2a3f5c", "#17283f"],
      tower: "#c8402f",
      sea: "#1f4f6a",
      glow: "#fbe08a",
    },
    {
      coat: ["#f6d7b4", "#e9a07c"],
      tower: "#3a6a80",
      sea: "#3f7480",
      glow: "#fff3c8",
    },
  ] as const,
  ({ coat, tower, sea, glow }) => ({
    stone: "#9a9f9c",
    coat,
    art:
      fill("M4-32L90-56V-16ZM-4-32L-90-50V-18Z", glow, 0.45) +
      fill(
        "M-90 28q10-6 20 0t20 0t20 0t20 0t20 0t20 0t20 0t20 0t20 0V80H-90Z",
        sea,
      ) +
      stroke(
        "M-66 36q8-5 16 0t16 0M30 38q8-5 16 0t16 0M-80 48q8-5 16 0t16 0M44 50q8-5 16 0",
        SNOW,
        2,
        0.7,
      ) +
      fill(
        "M-50 50C-36 30-10 26 6 28C30 30 44 40 52 52Q0 62-50 50Z",
        "#6f7468",
      ) +
      fill("M-30 44C-18 32 10 30 34 42Q0 48-30 44Z", "#7f9a5c") +
      fill("M-12-20H12L17 38H-17Z", "#fdf6e6") +
      fill("M-13-9H13L14.4 8H-14.4ZM-15.4 20H15.4L16.6 35H-16.6Z", tower) +
      fill("M5-20H12L17 38H9Z", "#5b4a3c", 0.22) +
      stroke("M-16-21H16", "#3a3230", 4) +
      fill("M-9-42H9V-22H-9Z", "#3a3230") +
      fill("M-6-40H6V-24H-6Z", glow) +
      fill("M-12-42L0-54L12-42Z", tower) +
      fill("M-4 26q4-7 8 0V37H-4Z", "#4a3a30"),
  }),
);

export const sailboat = motif(
  [
    {
      coat: ["#d3e7ea", "#9cc9d4"],
      hull: "#8a4f34",
      sails: ["#fdf6e6", "#d6473a"],
      sea: ["#3f8a9c", "#2a6a80"],
    },
    {
      coat: ["#f8dcb0", "#f0a876"],
      hull: "#2f4a5c",
      sails: ["#fbeacb", "#e0913c"],
      sea: ["#4a7f8c", "#2f5f70"],
    },
    {
      coat: ["#c4d8c8", "#8fb3a4"],
      hull: "#5a3f5c",
      sails: ["#fdf6e6", "#5b8a6c"],
      sea: ["#4f90a0", "#34708a"],
    },
  ] as const,
  ({ coat, hull, sails, sea }) => ({
    stone: "#a9a196",
    coat,
    art:
      circle(-46, -28, 11, "#fdf0c8") +
      stroke("M36-36q6-6 11 0q6-6 11 0M52-22q4-4 8 0q4-4 8 0", "#4a4a4a", 2) +
      fill("M-2-48C22-34 34-6 34 16H-2Z", sails[0]) +
      fill("M16-33C26-22 33-2 34 16H24C24 0 22-18 16-33Z", "#5b4a3c", 0.12) +
      fill("M-8-40C-14-18-26 4-38 16H-8Z", sails[1]) +
      stroke("M-5-52V22", "#5b4230", 3) +
      fill("M-44 20H46C42 36 34 42 24 42H-26C-36 42-42 34-44 20Z", hull) +
      stroke("M-42 26H44", SNOW, 2.2) +
      fill(
        "M-90 34q11-8 22 0t22 0t22 0t22 0t22 0t22 0t22 0t22 0V80H-90Z",
        sea[0],
      ) +
      stroke(
        "M-90 34q11-8 22 0t22 0t22 0t22 0t22 0t22 0t22 0t22 0",
        SNOW,
        2.4,
      ) +
      fill(
        "M-90 47q11-8 22 0t22 0t22 0t22 0t22 0t22 0t22 0t22 0V80H-90Z",
        sea[1],
      ) +
      stroke(
        "M-90 47q11-8 22 0t22 0t22 0t22 0t22 0t22 0t22 0t22 0",
        SNOW,
        2,
        0.6,
      ),
  }),
);

export const feather = motif(
  [
    { vane: ["#2f7f8f", "#6fb8b4", "#f3d27a"], dot: SNOW },
    { vane: ["#8a3f3c", "#d9785a", "#f6d9a8"], dot: "#fbeed8" },
    { vane: ["#4a4f86", "#8a90c4", "#f0d7e0"], dot: SNOW },
  ] as const,
  ({ vane, dot }) => ({
    stone: "#8a8884",
    coat: null,
    art: group(
      "rotate(-32)",
      ...times(30, (i) => {
        const x = -44 + i * 3.5;
        const reach = 25 * Math.sin(((i + 3) / 34) * Math.PI) ** 0.7;
        const colour = vane[i < 10 ? 0 : i < 21 ? 1 : 2] ?? vane[0];
        return (
          leaf(x, 0, reach * 1.25, 3.6, -52, colour) +
          leaf(x, 0, reach * 1.25, 3.6, 52, colour)
        );
      }),
      stroke("M-74 4Q-20-2 62 0", "#fbf1dc", 2.4),
      ...times(7, (i) => circle(-30 + i * 13, -10 - (i % 2) * 3, 1.6, dot)),
      ...times(7, (i) => circle(-30 + i * 13, 10 + (i % 2) * 3, 1.6, dot)),
      star(74, 0, 5, vane[2]),
    ),
  }),
);
