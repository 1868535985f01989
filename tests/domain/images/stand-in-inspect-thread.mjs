import { parentPort, threadId } from "node:worker_threads";

/** Replaces the thread that checks images. The file's name says what it does. */
parentPort.on("message", (file) => {
  if (file === "hang") for (;;);
  if (file === "crash") throw new Error("crashed");
  if (file === "exit") process.exit(3);
  parentPort.postMessage({
    found: { format: "png", width: threadId, height: 1, sha256: "" },
  });
});
