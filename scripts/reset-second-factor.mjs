import { runBuilt } from "./system/run-built.mjs";

await runBuilt("reset-second-factor");
