import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync } from "node:fs";
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

/** Starts a site that ends by itself. Returns its exit code, and the lines that it has printed. */
async function failToStart(env: Record<string, string>, before: string[] = []) {
  const lines: string[] = [];
  const [program = "", ...args] = [
    ...before,
    ...[process.execPath, "scripts/start.mjs"],
  ];
  const child = startChild(program, args, lines, env);
  const [code] = (await once(child, "close")) as [number];
  return { code, lines: lines.filter(Boolean) };
}

test.each(["abc", "0", "65536", "3000 "])(
  "PORT=%j ends the start with one line that says what it takes",
  async (PORT) => {
    expect(await failToStart({ PORT })).toEqual({
      code: 1,
      lines: [
        `PORT is ${JSON.stringify(PORT)}; it takes a whole number from 1 to 65535.`,
      ],
    });
  },
);

const NOBODY = 65534;
const asNobody = `setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups`;
const canBeNobody = spawnSync(`${asNobody} true`, { shell: true }).status === 0;

test.skipIf(!canBeNobody)(
  "a database folder that root owns ends the start with one line that says whose it is and how to mend it",
  async () => {
    const folder = await makeFolder();
    chmodSync(folder, 0o755);
    const started = await failToStart(
      {
        PORT: String(await findFreePort()),
        DATABASE_PATH: path.join(folder, "site.sqlite"),
        MEDIA_DIR: path.join(folder, "media"),
      },
      asNobody.split(" "),
    );
    expect(started).toEqual({
      code: 1,
      lines: [
        `${folder} belongs to root, and the site runs as user ${NOBODY}, who can't write there. This mends it: sudo chown -R ${NOBODY}:${NOBODY} ${folder}`,
      ],
    });
  },
);

test.skipIf(!canBeNobody)(
  "a store that root owns is one line in the log, and the site takes it once it is mended",
  async () => {
    const folder = await makeFolder();
    const [media, data] = ["media", "data"].map((name) =>
      path.join(folder, name),
    ) as [string, string];
    chmodSync(folder, 0o755);
    for (const place of [media, data]) mkdirSync(place);
    chownSync(data, NOBODY, NOBODY);
    const port = await findFreePort();
    const lines: string[] = [];
    const [setpriv = "", ...args] = asNobody.split(" ");
    const child = startChild(
      setpriv,
      [...args, process.execPath, "scripts/start.mjs"],
      lines,
      {
        PORT: String(port),
        DATABASE_PATH: path.join(data, "site.sqlite"),
        MEDIA_DIR: media,
      },
    );
    onTestFinished(async () => void (await endChild(child, "SIGTERM")));
    const health = () =>
      fetch(`http://localhost:${port}/healthz`).then(
        (answer) => answer.status,
        () => undefined,
      );
    await until(async () => (await health()) === 503);
    const told = () =>
      lines.filter((line) => line.includes(`chown -R ${NOBODY}:${NOBODY}`));
    expect(told()).toHaveLength(1);
    expect(told()[0]).toContain(`${media} belongs to root`);
    chownSync(media, NOBODY, NOBODY);
    await until(async () => (await health()) === 200);
    expect(lines.filter((line) => line.includes('"level":"error"'))).toEqual(
      told(),
    );
  },
);

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
