import { existsSync } from "node:fs";

/** Loads settings from `.env`, if there is one. The environment wins. */
export function loadSettingsFile() {
  if (!existsSync(".env")) return;
  if (process.loadEnvFile) process.loadEnvFile(".env");
  else
    console.warn(
      "Reading `.env` needs Node 20.12 or newer; this Node is older.",
    );
}
