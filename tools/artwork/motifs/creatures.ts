import {
  circle,
  dots,
  ellipse,
  fill,
  group,
  leaf,
  stroke,
  times,
} from "../paint.ts";
import { motif } from "./motif.ts";

const INK = "#2a2422";
const CREAM = "#fbf1dc";

export const ladybird = motif(
  [
    { coat: ["#8fb07a", "#6f9a63"], shell: "#cf3a2b", shine: "#e66551" },
    { coat: ["#a9d3d8", "#74aebb"], shell: "#cf3a2b", shine: "#e66551" },
    { coat: ["#efe3c4", "#d9c596"], shell: "#d99a22", shine: "#f0bf55" },
    { coat: ["#f2cfc0", "#dda48f"], shell: "#b8322c", shine: "#d85a4c" },
  ] as const,
  ({ coat, shell, shine }) => ({
    stone: "#9aa08c",
    coat,
    art:
      leaf(-66, 30, 60, 15, -18, "#5d8a53", "#a9cc91") +
      leaf(66, 34, 58, 14, 196, "#5d8a53", "#a9cc91") +
      stroke("M-6-38C-12-50-20-53-26-51M8-38C13-50 21-53 27-50", INK, 2.6) +
      circle(-27, -51, 3, INK) +
      circle(28, -50, 3, INK) +
      fill("M-24-20C-24-46 26-46 26-20Z", INK) +
      ellipse(1, 8, 45, 39, shell) +
      fill("M-43 2C-40-26-18-32 1-31C-16-26-32-18-36 8Z", shine, 0.75) +
      stroke("M1-31C0-8 2 20 1 47", INK, 3.2) +
      (
        [
          [-21, -11, 7.5],
          [24, -11, 7.5],
          [-27, 14, 7],
          [29, 14, 7],
          [-14, 32, 6],
          [17, 32, 6],
          [-9, 9, 4.6],
          [12, 8, 4.6],
        ] as const
      )
        .map(([x, y, r]) => circle(x, y, r, INK))
        .join("") +
      circle(-11, -29, 3.6, CREAM) +
      circle(13, -29, 3.6, CREAM) +
      circle(-24, -14, 1.6, "#ffffff", 0.7) +
      circle(21, -14, 1.6, "#ffffff", 0.7),
  }),
);

export const fox = motif(
  [
    {
      coat: ["#d9762f", "#b9581f"],
      ear: "#b9531d",
      nose: "#e38a45",
      face: "#fbeedb",
    },
    {
      coat: ["#c9cdd0", "#9aa4ab"],
      ear: "#8c969d",
      nose: "#dfe3e4",
      face: "#fdfaf3",
    },
    {
      coat: ["#b4513a", "#87382a"],
      ear: "#7d3325",
      nose: "#c96b50",
      face: "#f6e6d6",
    },
  ] as const,
  ({ coat, ear, nose, face }) => ({
    stone: "#9a8f86",
    coat,
    art:
      fill("M-58-30L-50-62L-22-44ZM58-30L50-62L22-44Z", ear) +
      fill("M-52-34L-47-53L-30-42ZM52-34L47-53L30-42Z", "#3a2a25") +
      fill(
        "M-80-6C-56-10-30 2-18 26C-12 40 12 40 18 26C30 2 56-10 80-6V80H-80Z",
        face,
      ) +
      fill("M0-46C8-30 10-6 15 22C10 34-10 34-15 22C-10-6-8-30 0-46Z", nose) +
      stroke("M-42 4q12-12 24 0M18 4q12-12 24 0", INK, 4.4) +
      stroke("M-44 2l-5-3M44 2l5-3", INK, 2.6) +
      ellipse(0, 29, 9.5, 7, INK) +
      circle(-3, 26.5, 2, "#ffffff", 0.7) +
      stroke("M0 36v5M0 41q-8 8-15 2M0 41q8 8 15 2", INK, 2.2) +
      circle(-38, 24, 6, "#f0b49a", 0.8) +
      circle(38, 24, 6, "#f0b49a", 0.8),
  }),
);

export const owl = motif(
  [
    {
      coat: ["#6d6a78", "#4b4a5c"],
      dark: "#3f3e50",
      eye: "#f3b53f",
      belly: "#e9d9bd",
    },
    {
      coat: ["#8a6a4f", "#654730"],
      dark: "#533822",
      eye: "#f6d04f",
      belly: "#f0e0c2",
    },
    {
      coat: ["#dfe4e4", "#b3c0c5"],
      dark: "#94a6ae",
      eye: "#f3b53f",
      belly: "#fbf8f0",
    },
  ] as const,
  ({ coat, dark, eye, belly }) => {
    const feathers = times(4, (row) =>
      times(7, (column) => {
        const x = (column - 3) * 12 + (row % 2 ? 6 : 0);
        return Math.abs(x) < 36 - row * 2
          ? stroke(`M${x - 5} ${16 + row * 10}q5 9 10 0`, "#a77f58", 2.2)
          : "";
      }).join(""),
    ).join("");
    const eyes = [-21, 21].map(
      (x) =>
        times(18, (i) =>
          leaf(x, -14, 25, 3.4, i * 20, i % 2 ? "#f2e4c8" : "#e3cba2"),
        ).join("") +
        circle(x, -14, 15.5, eye) +
        circle(x, -14, 9.6, "#231d1b") +
        circle(x - 3.5, -18, 3.4, "#ffffff") +
        circle(x + 4, -10, 1.5, "#ffffff"),
    );
    return {
      stone: "#b3a49a",
      coat,
      art:
        fill(
          "M-46-62C-44-46-34-34-24-30L-6-44ZM46-62C44-46 34-34 24-30L6-44Z",
          dark,
        ) +
        ellipse(0, 38, 40, 38, belly) +
        feathers +
        fill(
          "M-50-4C-76 12-72 46-46 60C-36 40-38 16-50-4ZM50-4C76 12 72 46 46 60C36 40 38 16 50-4Z",
          dark,
        ) +
        stroke(
          "M-62 18q8 8 16 2M-62 32q9 8 18 2M62 18q-8 8-16 2M62 32q-9 8-18 2",
          belly,
          1.8,
          0.6,
        ) +
        eyes.join("") +
        fill("M-7-6L7-6L0 10Z", "#e0812f") +
        stroke("M-7-6L7-6L0 10Z", "#e0812f", 3),
    };
  },
);

export const turtle = motif(
  [
    {
      coat: ["#8ccac4", "#5aa7ab"],
      skin: "#6a9a58",
      shell: "#557f4d",
      scute: "#c9b25e",
    },
    {
      coat: ["#f0dcb0", "#d9bb82"],
      skin: "#4f8a7c",
      shell: "#2f6a66",
      scute: "#7fc4a8",
    },
    {
      coat: ["#35607f", "#234562"],
      skin: "#8db56a",
      shell: "#8a6a3c",
      scute: "#e0b466",
    },
  ] as const,
  ({ coat, skin, shell, scute }, random) => ({
    stone: "#a3a892",
    coat,
    art:
      ellipse(-34, -30, 20, 8, skin, -140) +
      ellipse(-36, 32, 17, 7.5, skin, 140) +
      ellipse(36, -30, 22, 8.5, skin, -36) +
      ellipse(34, 34, 18, 8, skin, 40) +
      ellipse(58, 0, 15, 12, skin) +
      circle(63, -5, 2.4, "#20302a") +
      circle(63, 5, 2.4, "#20302a") +
      stroke("M-44 0l-14-5 2 10Z", skin, 3) +
      fill("M-44 0l-14-5 2 10Z", skin) +
      ellipse(-2, 0, 46, 37, "#2f4a38") +
      ellipse(-2, 0, 41, 32, shell) +
      (
        [
          [-2, 0, 14],
          [-26, -1, 9.5],
          [22, -1, 9.5],
          [-14, -19, 8.5],
          [12, -19, 8.5],
          [-14, 19, 8.5],
          [12, 19, 8.5],
        ] as const
      )
        .map(
          ([x, y, r]) =>
            circle(x, y, r, scute) +
            circle(x, y, r * 0.62, "#9fae58") +
            circle(x - r * 0.2, y - r * 0.25, r * 0.2, CREAM),
        )
        .join("") +
      dots(random, 12, 70, 52, "#e5f5ee", 0.8, 2),
  }),
);

export const bee = motif(
  [
    { coat: ["#bfe0e6", "#8ec4d2"], flower: "#fffaf0", heart: "#e9a23b" },
    { coat: ["#f6dfb4", "#e9bf7d"], flower: "#d98aa0", heart: "#f6d04f" },
    { coat: ["#a9c79a", "#7da572"], flower: "#fbf1dc", heart: "#e8833a" },
  ] as const,
  ({ coat, flower, heart }) => {
    const daisy = (x: number, y: number, r: number) =>
      times(9, (i) => leaf(x, y, r, r * 0.24, i * 40, flower)).join("") +
      circle(x, y, r * 0.34, heart);
    return {
      stone: "#b9ad9b",
      coat,
      art:
        daisy(-50, 30, 20) +
        daisy(54, 34, 16) +
        daisy(-58, -24, 10) +
        stroke("M-64 2q10-14 20-4t18-2", "#fffaf0", 2, 0.9) +
        ellipse(-2, -32, 15, 25, "#f4fbfa", -28, 0.9) +
        ellipse(20, -34, 13, 22, "#e3f2f1", 16, 0.9) +
        ellipse(6, 4, 38, 27, "#f2b632") +
        fill("M-10-20C-16-4-16 14-9 28L0 30C-6 12-6-6 0-22Z", INK) +
        fill("M12-22C8-6 8 14 13 30L23 28C17 12 17-4 21-20Z", INK) +
        fill("M-30-8q-16 8-10 18q10 0 14-2Z", INK) +
        circle(38, -1, 14, "#33291f") +
        circle(42, -5, 3.6, "#ffffff") +
        circle(43, -5, 1.7, INK) +
        stroke("M41 5q5 3 8-1", CREAM, 1.8) +
        stroke("M38-14q2-12 10-14M44-13q8-8 14-7", INK, 2.4) +
        circle(49, -28, 2.4, INK) +
        circle(59, -20, 2.4, INK) +
        fill("M-24-8C-16-18 6-22 26-14C10-16-10-12-20-2Z", "#fbd778", 0.8),
    };
  },
);

export const fish = motif(
  [
    {
      coat: ["#3f8ea3", "#226579"],
      body: "#ec7a36",
      fin: "#d05a22",
      band: "#fff5e2",
    },
    {
      coat: ["#cfe6df", "#9cc9c6"],
      body: "#3a77a8",
      fin: "#29597f",
      band: "#f4cf5e",
    },
    {
      coat: ["#24466b", "#17304e"],
      body: "#f0c24a",
      fin: "#d99a2c",
      band: "#6f4fa0",
    },
  ] as const,
  ({ coat, body, fin, band }, random) => ({
    stone: "#8f9190",
    coat,
    art:
      stroke("M-78 40q14-8 28 0t28 0t28 0t28 0t28 0", "#ffffff", 2, 0.35) +
      [-60, -48, 54, 64]
        .map((x, i) =>
          stroke(
            `M${x} 62q${i % 2 ? 8 : -8}-12 0-22t0-${18 + i * 3}`,
            "#6fa36a",
            4,
          ),
        )
        .join("") +
      fill("M-34 0L-64-24C-60-8-60 8-64 24Z", fin) +
      fill("M-12-26C-4-44 18-46 28-24ZM-6 24C2 38 14 40 18 22Z", fin) +
      fill("M-40 0C-24-34 30-42 54-2C30 38-24 32-40 0Z", body) +
      fill("M20-31C10-12 10 12 18 29L30 24C22 8 22-10 31-27Z", band) +
      fill("M-14-24C-20-8-20 8-14 22L-4 26C-10 8-10-10-4-28Z", band) +
      circle(40, -8, 7, "#ffffff") +
      circle(42, -8, 3.8, INK) +
      stroke("M44 8q4 0 7-3", INK, 2) +
      fill("M2 2q14-6 16 6q-8 8-18 2Z", fin, 0.8) +
      dots(random, 9, 66, 48, "#e5f5f5", 1.4, 3),
  }),
);

export const whale = motif(
  [
    {
      coat: ["#f6e3c0", "#eec39a"],
      body: "#3f6f8f",
      belly: "#dcebec",
      sea: "#5ba3ad",
    },
    {
      coat: ["#bfe0e6", "#90c5d0"],
      body: "#4b5f86",
      belly: "#eef2ee",
      sea: "#2f7c90",
    },
    {
      coat: ["#f3c9b4", "#e19f8c"],
      body: "#2f5d66",
      belly: "#f3e6d0",
      sea: "#4d8f95",
    },
  ] as const,
  ({ coat, body, belly, sea }) => ({
    stone: "#a9a196",
    coat,
    art:
      stroke(
        "M-18-26C-20-40-30-44-36-38M-18-26C-16-42-6-46 0-40",
        "#ffffff",
        4,
      ) +
      circle(-38, -33, 2.4, "#ffffff") +
      circle(2, -34, 2.4, "#ffffff") +
      fill(
        "M38-4C48-12 50-24 46-34C56-32 60-26 61-20C66-26 72-28 78-26C76-10 62 2 50 10Z",
        body,
      ) +
      fill(
        "M-60 20C-62-18-26-30 0-22C20-16 30-2 46 0L60 22C50 46-50 50-60 20Z",
        body,
      ) +
      fill("M-58 24C-40 34-14 36 6 32C-4 46-46 46-58 24Z", belly) +
      stroke("M-44 33l2 8M-34 36l1 7M-24 37l0 6M-14 37l-1 6", body, 1.4, 0.5) +
      circle(-38, 8, 4, "#ffffff") +
      circle(-37, 8, 2.4, INK) +
      stroke("M-57 20q10 6 20 3", "#233c4c", 2) +
      fill("M-8 26q14 2 14 18q-16-2-20-14Z", mixSea(body)) +
      fill("M-90 40q12-9 24 0t24 0t24 0t24 0t24 0t24 0t36 0V80H-90Z", sea) +
      stroke(
        "M-90 40q12-9 24 0t24 0t24 0t24 0t24 0t24 0t36 0",
        "#fbf6ea",
        2.6,
      ) +
      stroke("M-60 52q8-6 16 0t16 0M4 50q8-6 16 0t16 0", "#fbf6ea", 1.8, 0.7),
  }),
);

const mixSea = (body: string) => (body === "#2f5d66" ? "#234a52" : "#34506e");

export const cat = motif(
  [
    {
      coat: ["#e6a15a", "#c67b34"],
      stripe: "#a85f22",
      muzzle: "#fbeedb",
      eye: "#6f9a4f",
    },
    {
      coat: ["#4a4a50", "#303036"],
      stripe: "#232328",
      muzzle: "#d9d4cc",
      eye: "#f3c246",
    },
    {
      coat: ["#cfcac0", "#a39d92"],
      stripe: "#857f75",
      muzzle: "#fbf7ef",
      eye: "#5b8fb0",
    },
  ] as const,
  ({ coat, stripe, muzzle, eye }) => ({
    stone: "#9a8f86",
    coat,
    art:
      fill("M-60-22L-54-62L-20-46ZM60-22L54-62L20-46Z", stripe) +
      fill("M-53-32L-50-52L-32-43ZM53-32L50-52L32-43Z", "#e9a99a") +
      stroke("M0-50v16M-12-48l3 13M12-48l-3 13", stripe, 4.4) +
      stroke("M-72 4l14 4M-72 18l15 1M72 4l-14 4M72 18l-15 1", stripe, 4.4) +
      ellipse(-13, 26, 19, 15, muzzle) +
      ellipse(13, 26, 19, 15, muzzle) +
      [-30, 30]
        .map(
          (x) =>
            ellipse(x, -4, 13, 12, "#fdf8ea") +
            ellipse(x, -4, 11, 11, eye) +
            ellipse(x, -4, 4, 9.6, INK) +
            circle(x - 4, -8, 2.6, "#ffffff"),
        )
        .join("") +
      fill("M-7 13Q0 9 7 13Q4 21 0 22Q-4 21-7 13Z", "#d9786c") +
      stroke("M0 22v5M0 27q-7 8-14 3M0 27q7 8 14 3", INK, 2.2) +
      stroke(
        "M-22 24l-34-4M-22 29l-33 5M22 24l34-4M22 29l33 5",
        "#fffaf0",
        1.5,
        0.9,
      ),
  }),
);

export const hedgehog = motif(
  [
    { coat: ["#c9d3a4", "#9db072"], spines: "#5b4230", light: "#9a7550" },
    { coat: ["#f0d7ae", "#dfb27a"], spines: "#6b4a3c", light: "#b08560" },
    { coat: ["#b8cdd4", "#87a6b3"], spines: "#4a4140", light: "#877468" },
  ] as const,
  ({ coat, spines, light }, random) => ({
    stone: "#a3a892",
    coat,
    art: group(
      "translate(-7 -4) scale(.9)",
      leaf(-64, 44, 40, 8, -12, "#c5702f", "#f0c382") +
        leaf(62, 46, 34, 7, 200, "#b8452f", "#efb08a") +
        ellipse(2, 44, 56, 7, "#3d3a22", 0, 0.25) +
        fill("M-50 36C-60-6-28-36 0-34C28-32 44-10 46 16L-30 44Z", spines) +
        times(70, (i) => {
          const angle = -205 + (i / 70) * 168 + (random() - 0.5) * 5;
          const turn = (angle * Math.PI) / 180;
          const reach = i % 3 ? 26 : 12;
          return leaf(
            -6 + Math.cos(turn) * reach,
            14 + Math.sin(turn) * reach * 0.8,
            reach === 26 ? 30 : 28,
            3.6,
            angle,
            i % 4 === 1 ? light : spines,
          );
        }).join("") +
        fill(
          "M-44 38C-52 10-26-8 0-6C22-4 34 8 44 18C56 22 62 28 64 32C58 42 20 46-6 46C-24 46-40 44-44 38Z",
          "#ecd5b0",
        ) +
        times(26, (i) =>
          leaf(
            -38 + (i % 9) * 7.4,
            30 - Math.floor(i / 9) * 11 + (i % 2) * 3,
            22,
            3.4,
            -150 + (i % 9) * 9,
            i % 3 ? spines : light,
          ),
        ).join("") +
        circle(64, 31, 5, INK) +
        circle(42, 22, 3.4, INK) +
        circle(41, 21, 1.1, "#ffffff") +
        circle(36, 32, 5, "#eeb49c", 0.8) +
        stroke("M50 37q4 3 8 0", INK, 1.8) +
        ellipse(-18, 47, 8, 4, "#cda67c") +
        ellipse(20, 47, 8, 4, "#cda67c"),
    ),
  }),
);

export const penguin = motif(
  [
    { coat: ["#cfe3ea", "#97bccd"], back: "#2b3440", scarf: "#c8402f" },
    { coat: ["#8fb8cc", "#5d8fab"], back: "#29303c", scarf: "#e3a83a" },
    { coat: ["#e6e2ee", "#b8b4cc"], back: "#39405a", scarf: "#4a8f80" },
  ] as const,
  ({ coat, back, scarf }, random) => ({
    stone: "#9aa0a4",
    coat,
    art:
      dots(random, 26, 72, 54, "#ffffff", 1, 2.6) +
      fill("M-90 40Q0 28 90 42V80H-90Z", "#fbfcfb") +
      fill(
        "M-26 0C-44 8-46 26-40 34L-24 20ZM26 0C44 8 46 26 40 34L24 20Z",
        back,
      ) +
      fill(
        "M0-54C26-54 32-28 32 4C34 30 26 50 0 50C-26 50-34 30-32 4C-32-28-26-54 0-54Z",
        back,
      ) +
      fill(
        "M0-4C18-4 22 12 22 24C22 40 12 48 0 48C-12 48-22 40-22 24C-22 12-18-4 0-4Z",
        "#fdf8ee",
      ) +
      fill(
        "M0-34C6-44 22-40 21-26C20-12 8-12 0-10C-8-12-20-12-21-26C-22-40-6-44 0-34Z",
        "#fdf8ee",
      ) +
      circle(-10, -28, 3.4, INK) +
      circle(10, -28, 3.4, INK) +
      circle(-11, -29.4, 1.1, "#ffffff") +
      circle(9, -29.4, 1.1, "#ffffff") +
      fill("M-7-22H7L0-12Z", "#eb9a34") +
      fill("M-27-8Q0 4 27-8L28 2Q0 14-28 2Z", scarf) +
      fill("M12 2l12 22-9 3-10-22Z", scarf) +
      stroke("M-18-3v6M-6 1v6M6 1v6M18-3v6", "#fbeedb", 2, 0.7) +
      ellipse(-12, 50, 11, 5, "#eb9a34") +
      ellipse(12, 50, 11, 5, "#eb9a34"),
  }),
);

export const butterfly = motif(
  [
    {
      coat: ["#e9e3cf", "#cfc39f"],
      wing: "#e07b2f",
      inner: "#f6c05a",
      edge: "#3a2a25",
    },
    {
      coat: ["#9cc3a8", "#6e9e82"],
      wing: "#f3d34f",
      inner: "#fbf0b8",
      edge: "#33433a",
    },
    {
      coat: ["#f3d3cf", "#dfa6a4"],
      wing: "#4f7fb0",
      inner: "#a3cbe0",
      edge: "#26344d",
    },
    {
      coat: ["#2f4a5c", "#1f3342"],
      wing: "#d98aa8",
      inner: "#f8d6c6",
      edge: "#f8ead0",
    },
  ] as const,
  ({ coat, wing, inner, edge }) => {
    const half =
      fill("M2-6C12-44 44-56 64-44C72-26 54 0 6 6Z", edge) +
      fill("M6-8C16-38 42-48 58-40C64-26 48-4 10 2Z", wing) +
      fill("M10-8C18-28 32-34 44-30C46-20 34-6 12-2Z", inner) +
      fill("M4 4C34 4 56 16 52 36C40 54 14 44 2 14Z", edge) +
      fill("M8 8C32 8 50 18 46 33C38 46 18 38 7 16Z", wing) +
      fill("M12 12C26 11 38 18 36 28C30 35 18 28 12 16Z", inner) +
      circle(56, -38, 2.4, "#fffaf0") +
      circle(60, -29, 2, "#fffaf0") +
      circle(44, 38, 2, "#fffaf0") +
      circle(28, -22, 4, edge) +
      circle(27, 22, 3.2, edge);
    return {
      stone: "#b3a49a",
      coat,
      art:
        half +
        group("scale(-1 1)", half) +
        stroke("M-2-18C-6-36-14-44-20-46M2-18C6-36 14-44 20-46", "#2a2422", 2) +
        ellipse(0, 8, 4.6, 27, "#2a2422") +
        circle(0, -20, 5.6, "#2a2422"),
    };
  },
);

export const dinosaur = motif(
  [
    {
      coat: ["#f3dcae", "#e2b97b"],
      body: "#5f9a63",
      dark: "#3f7549",
      spike: "#d9722f",
    },
    {
      coat: ["#cfe0e4", "#9fbfc8"],
      body: "#8a74a8",
      dark: "#685487",
      spike: "#f0bb4c",
    },
    {
      coat: ["#f2cdb9", "#dd9f86"],
      body: "#4a8c98",
      dark: "#336b77",
      spike: "#f4e3b8",
    },
  ] as const,
  ({ coat, body, dark, spike }) => ({
    stone: "#b9ad9b",
    coat,
    art:
      circle(-44, -34, 12, "#fdf2d4") +
      fill("M-90 40Q-20 30 90 40V80H-90Z", "#8aa35c") +
      fill("M-30-6L-22-22L-12-8L-2-26L8-9L18-22L26-4Z", spike) +
      stroke("M-52 26C-62 18-66 6-66-6", dark, 7) +
      fill(
        "M-66 30C-60 2-34-12-4-12C18-12 28-6 32-14C34-32 36-44 50-46C64-47 70-38 66-30C60-26 52-26 50-22C48 2 44 20 30 30V48H16V34H-24V48H-38V32C-46 32-56 34-66 30Z",
        body,
      ) +
      fill("M-34 32C-10 40 14 38 30 26V34H-24Z", dark, 0.55) +
      [
        [-30, 8],
        [-14, 0],
        [4, 8],
        [-8, 18],
        [20, 4],
        [-42, 20],
      ]
        .map(([x = 0, y = 0]) => circle(x, y, 4, dark))
        .join("") +
      circle(54, -37, 3.6, "#ffffff") +
      circle(55, -37, 2, INK) +
      stroke("M56-29q5 1 8-2", INK, 1.8) +
      leaf(-70, 52, 26, 5, -60, "#4f7f57") +
      leaf(-64, 52, 24, 5, -30, "#6a9a58") +
      leaf(60, 54, 24, 5, -110, "#4f7f57") +
      leaf(62, 54, 20, 5, -70, "#6a9a58"),
  }),
);
