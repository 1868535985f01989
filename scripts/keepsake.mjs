import { runBuilt } from "./system/run-built.mjs";

await runBuilt("keepsake");
