import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { ensureBuilt, ensureInstalled } from "./system/prepare.mjs";
import { fail, requireFreePort, runNode } from "./system/run.mjs";

const PASSWORD = ".demo/admin-password";

console.log(
  "Starting the demo site. The first start takes a few minutes, a later one a few seconds.",
);
await ensureInstalled();
await ensureBuilt();

mkdirSync(".demo", { recursive: true });
if (!existsSync(PASSWORD))
  writeFileSync(PASSWORD, randomBytes(9).toString("base64url"), {
    mode: 0o600,
  });

// Keeps the demo away from the real data and a real queue, regardless of the environment.
process.env.DATABASE_PATH = ".demo/site.sqlite";
process.env.MEDIA_DIR = ".demo/media";
delete process.env.REDIS_URL;
process.env.NODE_ENV = "production";
process.env.LOG_LEVEL ||= "warn";
// An example, so that the footer shows its link.
process.env.SOCIAL_URL ||= "https://example.org/painted-rocks";
process.env.ADMIN_USERNAME ||= "admin";
process.env.ADMIN_PASSWORD ||= readFileSync(PASSWORD, "utf8");

await requireFreePort();
if (runNode("build/node/demo.js") !== 0)
  fail("The demo site could not be filled; the reason is above.");
process.env.WELCOME = JSON.stringify({
  site: "The demo site:",
  password: process.env.ADMIN_PASSWORD,
  end: "Ctrl+C ends it. Your changes stay in .demo/.",
});
await import("./system/serve.mjs");
