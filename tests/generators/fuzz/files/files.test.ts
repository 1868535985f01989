import { test } from "vitest";
import { fuzzSeeds } from "../hold.ts";
import { playFuzzedExif } from "./exif.ts";
import { playFuzzedImages } from "./images.ts";
import { playFuzzedBackups } from "./backups.ts";
import { playFuzzedMarkdown } from "./markdown.ts";

test.each(fuzzSeeds(3))(
  "a spoiled image is refused, or taken and shown (seed %i)",
  playFuzzedImages,
);

test.each(fuzzSeeds(4))(
  "spoiled EXIF gives real places and times, or none (seed %i)",
  playFuzzedExif,
);

test.each(fuzzSeeds(12))(
  "no text becomes a script, and none takes long to render (seed %i)",
  playFuzzedMarkdown,
);

test.each(fuzzSeeds(2))(
  "a spoiled backup is restored whole, or changes nothing (seed %i) @soak",
  playFuzzedBackups,
);
