import { parentPort, threadId } from "node:worker_threads";

/** A thread that does what its message says. */
parentPort.on("message", (message) => {
  const kept = [];
  while (message === "eat memory") kept.push(new Array(10_000).fill(message));
  parentPort.postMessage(threadId);
});
