import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, chown } from "node:fs/promises";
import { networkInterfaces } from "node:os";
import path from "node:path";
import { createServer } from "vite";
import { describe, expect, onTestFinished, test } from "vitest";
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

const NOBODY = 65534;
const AS_NOBODY = [
  `--reuid=${NOBODY}`,
  `--regid=${NOBODY}`,
  "--clear-groups",
  process.execPath,
];

/** Only root can start something as another user, who may not reach this folder. */
const canBeNobody =
  spawnSync("setpriv", [...AS_NOBODY, "--check", "scripts/system/serve.mjs"])
    .status === 0;

/** Starts a site as a user who owns nothing but one folder. @param mode of the other one, which is root's */
async function startAsNobody(
  mode: number,
  place: (folders: { own: string; roots: string }) => Record<string, string>,
) {
  const [own, roots] = [await makeFolder(), await makeFolder()];
  await chown(own, NOBODY, NOBODY);
  await chmod(roots, mode);
  const lines: string[] = [];
  const args = [...AS_NOBODY, "scripts/system/serve.mjs"];
  const child = startChild("setpriv", args, lines, {
    PORT: String(await findFreePort()),
    ...place({ own, roots }),
  });
  onTestFinished(async () => void (await endChild(child, "SIGTERM")));
  return { child, lines, roots };
}

describe.runIf(canBeNobody)("a folder that root owns", () => {
  const belongsTo = (roots: string, wanted: string) =>
    `${roots} belongs to root, and the site runs as user ${NOBODY}, who can't ${wanted}. Run: sudo chown -R ${NOBODY}:${NOBODY} ${roots}`;

  test.each([
    ["database", "write there", 0o755, "roots", "own"],
    ["store, and nobody else may read", "read it", 0o700, "own", "roots"],
  ] as const)(
    "of the %s ends the start with one line that says whose it is, and what helps",
    async (_what, wanted, mode, database, store) => {
      const { child, lines, roots } = await startAsNobody(mode, (folders) => ({
        DATABASE_PATH: path.join(folders[database], "site.sqlite"),
        MEDIA_DIR: folders[store],
      }));
      await once(child, "close");
      expect(lines.join("\n").trim()).toBe(belongsTo(roots, wanted));
      expect(child.exitCode).toBe(1);
    },
  );

  test("of the store, which can be read, is told once, while the site serves what it can", async () => {
    const { lines, roots } = await startAsNobody(0o755, ({ own, roots }) => ({
      DATABASE_PATH: path.join(own, "site.sqlite"),
      MEDIA_DIR: roots,
    }));
    await until(() => lines.some((line) => line.includes("[remix-serve]")));
    expect(lines.filter((line) => line.includes(roots))).toEqual([
      expect.stringContaining(belongsTo(roots, "write there")),
    ]);
    expect(lines.join("\n")).not.toContain("EACCES");
  });
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
