import {
  blurred,
  circle,
  dots,
  ellipse,
  fill,
  group,
  star,
  stroke,
  times,
} from "../paint.ts";
import { motif } from "./motif.ts";

const SNOW = "#fffaf0";

export const rainbow = motif(
  [
    {
      coat: ["#bfe0e6", "#8ec4d2"],
      bows: ["#d6473a", "#ec8a3c", "#f3c244", "#6ea657", "#4a93b8", "#54639f"],
    },
    {
      coat: ["#2c4668", "#1c2f4b"],
      bows: ["#e06a5c", "#f0a25a", "#f6d36c", "#8cc07a", "#6fb2cf", "#8a90c4"],
    },
    {
      coat: ["#f6e6cf", "#e7c8a4"],
      bows: ["#b9564a", "#d98a5c", "#e8bf7c", "#9aac7c", "#6f9a9c", "#7f7396"],
    },
  ] as const,
  ({ coat, bows }) => ({
    stone: "#b9ad9b",
    coat,
    art:
      bows
        .map((colour, i) => {
          const x = 58 - i * 7.6;
          const top = -52 + i * 10;
          return stroke(
            `M${-x} 34C${-x} ${top} ${x} ${top} ${x} 34`,
            colour,
            8.2,
          );
        })
        .join("") +
      (
        [
          [-50, 33, 13],
          [-34, 36, 12],
          [-62, 38, 9],
          [-22, 40, 8],
          [48, 33, 13],
          [33, 37, 11],
          [62, 38, 9],
          [22, 41, 7],
        ] as const
      )
        .map(([x, y, r]) => circle(x, y, r, SNOW))
        .join("") +
      star(0, 18, 8, "#f3c244") +
      circle(-48, -34, 2, SNOW) +
      circle(50, -32, 2.4, SNOW) +
      circle(38, -42, 1.6, SNOW),
  }),
);

export const galaxy = motif(
  [
    {
      coat: ["#1c2748", "#0f1730"],
      mist: ["#2f7f95", "#5fb3b4", "#f0c9a0", "#d97b6c"],
      planet: "#e9a23b",
    },
    {
      coat: ["#2b1f45", "#181029"],
      mist: ["#7a4a9a", "#c0709c", "#f3c6a8", "#4f6fb4"],
      planet: "#8fc7c0",
    },
    {
      coat: ["#12303a", "#081c24"],
      mist: ["#2f8f7c", "#8fc48a", "#f3e2a8", "#3f7fa8"],
      planet: "#e08a6c",
    },
  ] as const,
  ({ coat, mist, planet }, random) => ({
    stone: "#7d8286",
    coat,
    art:
      blurred(
        "url(#BLUR)",
        ellipse(-14, 6, 66, 17, mist[0], -28),
        ellipse(10, -8, 54, 11, mist[1], -28),
        ellipse(20, -18, 30, 7, mist[2], -28),
        ellipse(-34, 26, 24, 8, mist[3], -28),
      ) +
      dots(random, 70, 74, 56, "#fdf6e3", 0.4, 1.3) +
      circle(38, 24, 11, planet) +
      stroke("M19 29C24 33 52 24 57 18", "#fbe3b0", 2.4) +
      circle(35, 21, 3, "#fff3d6", 0.6) +
      star(-34, -22, 9, "#fbe7a8", 0.2) +
      star(4, -34, 5, "#fff8e0", 0.5) +
      star(-52, 14, 5, "#fff8e0") +
      star(54, -22, 4.4, "#fbe7a8", 0.3) +
      star(4, 36, 4.4, "#fff8e0", 0.7),
  }),
);

export const rocket = motif(
  [
    {
      coat: ["#24406b", "#152a4b"],
      nose: "#c63d30",
      body: "#f4ead6",
      side: "#d9c9ab",
    },
    {
      coat: ["#3a3358", "#241f3d"],
      nose: "#e3a83a",
      body: "#e9eef0",
      side: "#c3ccd2",
    },
    {
      coat: ["#1f4b52", "#123238"],
      nose: "#e07b4a",
      body: "#f6e2c4",
      side: "#dcbf95",
    },
  ] as const,
  ({ coat, nose, body, side }, random) => ({
    stone: "#7d8286",
    coat,
    art:
      dots(random, 34, 72, 54, "#fdf6e3", 0.5, 1.5) +
      star(-46, -20, 6, "#f6cf6a") +
      star(50, 26, 5, "#f6cf6a") +
      circle(46, -26, 10, "#e8c48f") +
      circle(43, -29, 2.6, "#cfa56d") +
      circle(49, -23, 1.8, "#cfa56d") +
      group(
        "rotate(28)",
        fill("M-9 28C-12 46-4 50 0 62C4 50 12 46 9 28Z", "#e8742f"),
        fill("M-5 28C-7 40-2 42 0 50C2 42 7 40 5 28Z", "#f8cf5b"),
        fill(
          "M-14 8C-30 16-30 30-27 36L-11 27ZM14 8C30 16 30 30 27 36L11 27Z",
          nose,
        ),
        fill("M0-50C18-34 20 4 13 29H-13C-20 4-18-34 0-50Z", body),
        fill("M0-50C9-42 13-33 14.5-24H-14.5C-13-33-9-42 0-50Z", nose),
        fill("M6-20C11 0 10 14 8 28H13C18 10 18-8 15-22Z", side),
        circle(0, -8, 8.4, "#2f6f8a"),
        circle(0, -8, 5.6, "#9fd4de"),
        stroke("M-13 22H13", nose, 4),
      ),
  }),
);

export const moon = motif(
  [
    { coat: ["#2a3c63", "#172544"], glow: "#f6e2a6", cloud: "#8fa3c4" },
    { coat: ["#4a3f6b", "#2c2547"], glow: "#f8e8c4", cloud: "#a79cc4" },
    { coat: ["#204a54", "#102f38"], glow: "#f3d98a", cloud: "#7fb0ae" },
  ] as const,
  ({ coat, glow, cloud }, random) => ({
    stone: "#8f9190",
    coat,
    art:
      dots(random, 30, 72, 52, "#fdf6e3", 0.5, 1.4) +
      blurred("url(#BLUR)", circle(-20, 0, 30, glow, 0.3)) +
      fill(
        "M8-46C-22-44-42-22-40 4C-38 30-16 46 10 42C-10 34-20 18-20 0C-20-20-8-38 8-46Z",
        glow,
      ) +
      stroke("M-32-2q5 5 10 0", "#7a5a34", 2.4) +
      stroke("M-28 16q4 4 9 2", "#7a5a34", 2) +
      circle(-31, 9, 3.4, "#eeb49c", 0.8) +
      star(34, -24, 9, "#fbe7a8", 0.2) +
      star(54, 2, 5, "#fff8e0") +
      star(20, -2, 4, "#fff8e0", 0.4) +
      stroke("M34-15V6M54 7V18", "#fdf6e3", 0.8, 0.5) +
      [
        [-50, 40, 12],
        [-36, 38, 14],
        [-20, 42, 11],
        [26, 44, 12],
        [42, 40, 15],
        [58, 44, 11],
      ]
        .map(([x = 0, y = 0, r = 0]) => circle(x, y, r, cloud))
        .join("") +
      fill("M-66 46H72V80H-66Z", cloud),
  }),
);

export const balloon = motif(
  [
    { coat: ["#cfe6ea", "#97c6d2"], stripes: ["#d6473a", "#f6d9a0"] },
    { coat: ["#f6dcc0", "#ecb48f"], stripes: ["#3d7f8a", "#f8efd9"] },
    { coat: ["#bcd4b4", "#8bb088"], stripes: ["#e3a234", "#fdf3da"] },
  ] as const,
  ({ coat, stripes }) => ({
    stone: "#a9a196",
    coat,
    art:
      ellipse(-50, -24, 18, 5, SNOW, 0, 0.9) +
      ellipse(-42, -29, 12, 5, SNOW, 0, 0.9) +
      ellipse(54, 2, 18, 5, SNOW, 0, 0.9) +
      ellipse(48, -3, 10, 5, SNOW, 0, 0.9) +
      fill("M-90 44Q-50 26-10 40T90 36V80H-90Z", "#6f9a63") +
      fill("M-90 52Q-30 40 20 50T90 46V80H-90Z", "#4f7f57") +
      times(5, (i) => {
        const [a, b] = [-38 + i * 15.2, -38 + (i + 1) * 15.2];
        return fill(
          `M0-56C${a} -56 ${a} -8 ${a * 0.22} 14H${b * 0.22}C${b} -8 ${b} -56 0-56Z`,
          stripes[i % 2] ?? stripes[0],
        );
      }).join("") +
      stroke("M-8 14L-7 26M8 14L7 26M0 14V26", "#5b4230", 1.6) +
      fill("M-9 26H9L7 39H-7Z", "#8a5f38") +
      stroke("M-9 29H9M-8 34H8", "#5b3d22", 1.4) +
      fill("M-24-40C-18-50-8-54-2-54C-12-46-18-34-20-22Z", "#ffffff", 0.25),
  }),
);

export const snowflake = motif(
  [
    { coat: ["#4f8aa8", "#2f6484"], ice: "#fbfdfb", frost: "#bfe0ea" },
    { coat: ["#e3edf0", "#b3cbd6"], ice: "#3f7391", frost: "#6fa3bb" },
    { coat: ["#39446b", "#232c4b"], ice: "#eef4fb", frost: "#9fb4dc" },
  ] as const,
  ({ coat, ice, frost }, random) => {
    const arm =
      stroke("M0 0V-46M0-16l-11-9M0-16l11-9M0-28l-13-10M0-28l13-10", ice, 4) +
      stroke("M0-38l-7-6M0-38l7-6", ice, 3) +
      circle(0, -49, 3, frost) +
      circle(0, -8, 2, frost);
    return {
      stone: "#8f9ba0",
      coat,
      art:
        dots(random, 26, 72, 54, frost, 0.9, 2.4) +
        times(6, (i) => group(`rotate(${i * 60})`, arm)).join("") +
        times(6, (i) =>
          group(`rotate(${i * 60 + 30})`, stroke("M0 0V-16", frost, 3.4)),
        ).join("") +
        circle(0, 0, 6, ice),
    };
  },
);
