import { appendFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";

/**
 * Replaces the image process in tests that need one that fails in a certain way. A picture's name says what
 * happens. The store's file `begun` lists the pictures that were begun, and pictures that are held go on as soon
 * as there is a file `go`.
 */
const inStore = (name) => path.join(process.env.MEDIA_DIR, name);

/** Crashes like a decoder that writes to a wrong address. */
const crash = () => process.kill(process.pid, "SIGSEGV");

process.on("message", ({ data }) => derive(data.tasks));
process.on("disconnect", () => process.exit(0));

async function derive(tasks) {
  const pictures = [];
  for (const { id, original, outputs } of tasks) {
    for (const place of [original, ...Object.values(outputs)]) {
      mkdirSync(path.dirname(inStore(place)), { recursive: true });
      writeFileSync(inStore(place), "");
    }
    const picture = path.basename(original);
    appendFileSync(inStore("begun"), `${picture}\n`);
    if (picture.startsWith("poison")) crash();
    if (picture.startsWith("stumble") && !existsSync(inStore(picture))) {
      writeFileSync(inStore(picture), "");
      crash();
    }
    if (picture.startsWith("mumble"))
      return process.send({ is: "result", result: { pictures: "many" } });
    if (picture.startsWith("refuse"))
      return process.send({ is: "error", error: "refused" });
    while (picture.startsWith("hold") && !existsSync(inStore("go")))
      await setTimeout(10);
    pictures.push(
      picture.startsWith("broken")
        ? { id, error: "broken" }
        : { id, width: 4, height: 3, taken_dt: null, bytes: 1, mtime_ms: 1 },
    );
    process.send({
      is: "progress",
      done: pictures.length,
      total: tasks.length,
    });
  }
  process.send({ is: "result", result: { pictures } });
}
