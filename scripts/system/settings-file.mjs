import { existsSync } from "node:fs";

/** Takes settings from `.env`, where there is one; what the environment already says stays. */
export function loadSettingsFile() {
  if (!existsSync(".env")) return;
  if (process.loadEnvFile) process.loadEnvFile(".env");
  else console.warn("`.env` is read from Node 20.12 on; this is an older one.");
}
