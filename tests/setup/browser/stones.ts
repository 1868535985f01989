import { mkdir } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { site } from "#tests/setup/browser/browser.ts";

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Adds rocks with finished pictures to the catalogue. Each picture is of one colour. */
export async function addStones(numbers: number[], original_file = "a.png") {
  for (const number of numbers) {
    const file = site.inStore("catalog", String(number), "pin.webp");
    await mkdir(path.dirname(file), { recursive: true });
    const picture = sharp({
      create: { width: 128, height: 128, channels: 4, background: "#b4472d" },
    }).webp();
    for (const name of ["pin", "a", "a_sm", "a_xs"])
      await picture.toFile(path.join(path.dirname(file), `${name}.webp`));
  }
  site.alter(`INSERT INTO rocks (rock_number, original_file, ready, pin_ready)
     VALUES ${numbers.map((number) => `(${number}, ${quote(original_file)}, 1, 1)`).join(",")}`);
}
