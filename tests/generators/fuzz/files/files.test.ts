import { test } from "vitest";
import { fuzzSeeds } from "../seeds.ts";
import { playFuzzedExif } from "./exif.ts";
import { playFuzzedImages } from "./images.ts";
import { playFuzzedRestore } from "./restore.ts";
import { playRottedBackups } from "./rot.ts";
import { playFuzzedExports, playFuzzedMarkdown } from "./texts.ts";

test.each(fuzzSeeds(2))(
  "a spoiled image is refused, or taken and shown (seed %i)",
  playFuzzedImages,
);

test.each(fuzzSeeds(2))(
  "spoiled EXIF gives real places and times, or none (seed %i)",
  playFuzzedExif,
);

test.each(fuzzSeeds(12))(
  "no text becomes a script, and none takes long to render (seed %i)",
  playFuzzedMarkdown,
);

test.each(fuzzSeeds(3))(
  "an exported table gives back what was typed, and no formula (seed %i)",
  playFuzzedExports,
);

test.each(fuzzSeeds(2))(
  "a spoiled backup is restored whole, or changes nothing (seed %i) @soak",
  playFuzzedRestore,
);

test.each(fuzzSeeds(2))(
  "bits that rot in backups are healed from the store, or named (seed %i) @soak",
  playRottedBackups,
);
