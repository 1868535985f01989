import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Replaces the image process. The file's name says what it does. */
process.on("message", ({ data: { file } }) => {
  if (file === "hang") for (;;);
  if (file === "exit") process.exit(3);
  if (file.startsWith("/") && !existsSync(file)) {
    writeFileSync(file, "");
    // The end of the name, such as `.SIGTERM`.
    process.kill(process.pid, path.extname(file).slice(1));
    return;
  }
  const result = { extension: "png", sha256: String(process.pid) };
  process.send({ is: "result", result });
});
process.on("disconnect", () => process.exit(0));
