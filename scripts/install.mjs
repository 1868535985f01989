import { ensureInstalled } from "./system/prepare.mjs";

await ensureInstalled();
