import { spawnSync } from "node:child_process";
import { chown, mkdir } from "node:fs/promises";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { findOnPath } from "../../../scripts/system/programs.mjs";
import { ask } from "#tests/setup/calls/ask.ts";
import { makeFolder } from "#tests/setup/calls/backup.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import {
  endChild,
  findFreePort,
  startChild,
} from "#tests/setup/processes/child.ts";
import { startWrittenFront } from "#tests/setup/processes/nginx.ts";
import { accessTo } from "#tests/setup/processes/site-access.ts";
import { startSite } from "#tests/setup/processes/site.ts";
import { readSource } from "#tests/setup/source.ts";
import { until } from "#tests/setup/until.ts";
import { forThisTest } from "#tests/setup/vitest/site.ts";

const UNIT = "docs/painted-rocks.service";
const unit = readSource(UNIT);
const inUnit = (name: string) =>
  new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1];

/** The blocks of commands and settings under 'Without Docker', in their order. */
const [install = "", settings = "", front = "", update = ""] = [
  ...readSource("docs/operating.md")
    .split("## Without Docker\n")[1]!
    .matchAll(/```sh\n(.*?)```/gs),
].map(([, block]) => block!);

/** Lines that would change the machine of the test. */
const CHANGES_MACHINE = /^(apt-get|certbot|systemctl) .*\n/gm;

describe("the unit for systemd", () => {
  test.skipIf(!findOnPath("systemd-analyze"))(
    "is understood in every line, and leaves the site few rights",
    async () => {
      const copy = path.join(await makeFolder(), path.basename(UNIT));
      // It also looks for the program, which may be elsewhere here.
      const script = `sed 's#/usr/bin/node#${process.execPath}#' ${UNIT} > ${copy}`;
      expect(spawnSync("sh", ["-c", script]).status).toBe(0);
      const analyze = (...args: string[]) =>
        spawnSync("systemd-analyze", [...args, copy], { encoding: "utf8" });
      const { status, stdout, stderr } = analyze("verify");
      expect([status, stdout + stderr]).toEqual([0, ""]);
      // 'Exposure' from 0 to 10, times ten.
      const safe = analyze("security", "--offline=true", "--threshold=20");
      expect(safe.status, safe.stdout).toBe(0);
    },
  );

  test("runs the site as another user, who can't change the program, and who gets no rights from it", async () => {
    const state = await makeFolder();
    const port = await findFreePort();
    const baseURL = `http://127.0.0.1:${port}`;
    const mediaDir = path.join(state, "media");
    const databasePath = path.join(state, "db/site.sqlite");
    const adminPassword = "four words that fit";
    const isRoot = process.getuid?.() === 0;
    // As the unit does: nobody, no capability, and none to be had.
    const nobody =
      "--reuid=65534 --regid=65534 --clear-groups --bounding-set=-all";
    const rights = [...(isRoot ? nobody.split(" ") : []), "--no-new-privs"];
    for (const folder of [state, mediaDir, path.dirname(databasePath)]) {
      await mkdir(folder, { recursive: true });
      if (isRoot) await chown(folder, 65534, 65534);
    }
    const [program = "", ...args] = inUnit("ExecStart")!.split(" ");
    expect(path.basename(program)).toBe("node");
    const lines: string[] = [];
    const command = [...rights, process.execPath, ...args];
    const child = startChild("setpriv", command, lines, {
      PORT: String(port),
      DATABASE_PATH: databasePath,
      MEDIA_DIR: mediaDir,
      ADMIN_PASSWORD: adminPassword,
    });
    onTestFinished(() => void endChild(child, "SIGKILL"));
    await until(async () => {
      if (child.exitCode !== null) throw new Error(lines.join("\n"));
      return (await fetch(`${baseURL}/healthz`).catch(() => undefined))?.ok;
    });
    const admin = { adminUsername: "admin", adminPassword };
    const site = accessTo({ baseURL, ...admin, databasePath, mediaDir });
    expect((await site.sendFind()).status).toBe(201);
    await site.untilIdle();
    expect(site.count("rock_post_images WHERE ready")).toBe(1);
    expect(await endChild(child, "SIGTERM")).toBe(0);
  });

  test("keeps the site's data where the documents put them, and gives it the time to end", () => {
    const state = `/var/lib/${inUnit("StateDirectory")}/`;
    for (const name of ["DATABASE_PATH", "MEDIA_DIR", "BACKUP_DIR"])
      expect(settings).toContain(`${name}=${state}`);
    expect(install).toContain(`adduser --system --group --no-create-home`);
    expect(install).toContain(` ${inUnit("User")}\n`);
    for (const block of [front, update])
      expect(block).toContain(inUnit("WorkingDirectory"));
    expect(Number(inUnit("TimeoutStopSec"))).toBeGreaterThan(10);
    expect(inUnit("Restart")).toBe("on-failure");
  });
});

test.skipIf(!findOnPath("nginx"))(
  "the distribution's nginx serves the site by TLS once the documents' commands were run",
  async () => {
    const port = await findFreePort();
    const PUBLIC_URL = `https://127.0.0.1:${port}`;
    const env: Record<string, string> = { PUBLIC_URL, MODERATION: "off" };
    const given = /^(TRUST_PROXY|ACCEL_REDIRECT)=(.*)$/gm;
    for (const [, name, value] of settings.matchAll(given)) env[name!] = value!;
    const site = await forThisTest(startSite({ env }));
    const commands = front.replace(CHANGES_MACHINE, "");
    const nginx = await forThisTest(startWrittenFront(site, commands, port));

    const { uuid, images } = await site.addFind();
    await site.untilIdle();
    const read = (path: string) => ask(path, {}, "GET", nginx.tlsURL);
    const page = await read("/");
    expect(page.status).toBe(200);
    const [, asset] = /"(\/assets\/[^"]+\.js)"/.exec(page.body.toString())!;
    const script = await read(asset!);
    expect(script.headers["cache-control"]).toContain("immutable");
    const picture = await read(
      `/media/rocks/${findFields.rockNumber}/${uuid}/webp/${images[0]}.webp`,
    );
    expect(picture.headers).toMatchObject({
      "content-type": "image/webp",
      "strict-transport-security": "max-age=31536000",
    });
    const plain = await fetch(nginx.baseURL, { redirect: "manual" });
    expect(plain.status).toBe(301);
  },
);
