import { networkInterfaces } from "node:os";
import path from "node:path";
import { createServer } from "vite";
import { expect, onTestFinished, test } from "vitest";
import { makeFolder } from "#tests/setup/calls/backup.ts";
import {
  endChild,
  findFreePort,
  startChild,
} from "#tests/setup/processes/child.ts";
import { setUpLink } from "#tests/setup/calls/set-up-calls.ts";
import { until } from "#tests/setup/until.ts";

const inHouse = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === "IPv4" && !internal)?.address;

test("a new site prints its address, the folders of its data, and the link to set it up", async () => {
  const folder = await makeFolder();
  const port = await findFreePort();
  const lines: string[] = [];
  const child = startChild(process.execPath, ["scripts/start.mjs"], lines, {
    PORT: String(port),
    DATABASE_PATH: path.join(folder, "site.sqlite"),
    MEDIA_DIR: path.join(folder, "media"),
  });
  onTestFinished(async () => void (await endChild(child, "SIGTERM")));
  await until(() => lines.some((line) => line.includes("Ctrl+C ends it.")));
  const said = lines.join("\n");
  const link = setUpLink(lines);
  expect(link).toContain(`http://localhost:${port}/setup#`);
  expect(said).toContain(`  Your site:      http://localhost:${port}\n`);
  expect(said).toContain(`  To set it up:   ${link}  (works once)\n`);
  expect(said).toContain(path.join(folder, "site.sqlite"));
  expect(said).not.toContain("Sign in as:");
  if (inHouse)
    expect(said).toContain(
      `  In the house:   http://${inHouse}:${port}  (after a start with HOST=0.0.0.0)\n`,
    );
});

test("in development, Vite runs what draws the pages", async () => {
  const server = await createServer({
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    logLevel: "error",
  });
  onTestFinished(() => server.close());
  expect(await server.ssrLoadModule("app/components/site/footer.tsx")).toEqual(
    expect.objectContaining({ Footer: expect.any(Function) }),
  );
});
