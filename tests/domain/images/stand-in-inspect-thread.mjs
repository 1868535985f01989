import { parentPort, threadId } from "node:worker_threads";

/** Stands in for the thread that checks images. What it does with a file is the file's name. */
parentPort.on("message", (file) => {
  if (file === "hang") for (;;);
  if (file === "crash") throw new Error("crashed");
  if (file === "exit") process.exit(3);
  parentPort.postMessage({
    found: { format: "png", width: threadId, height: 1 },
  });
});
