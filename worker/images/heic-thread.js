import { parentPort, workerData } from "node:worker_threads";
import decode from "heic-decode";

// The decoder keeps its thread busy for a second a photo, and never gives its memory back.
const { width, height, data } = await decode({ buffer: workerData });
parentPort?.postMessage({ width, height, data }, [data.buffer]);
