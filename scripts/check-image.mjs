import { spawn } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { ensureInstalled } from "./system/prepare.mjs";
import { ensureRedis } from "./system/redis.mjs";
import { fail } from "./system/run.mjs";
import {
  carryOut,
  listContext,
  readStages,
  settingsOf,
  valueOf,
} from "./system/dockerfile.mjs";

/**
 * `npm run check-image`: builds what the Dockerfile says without Docker, in a temporary folder, by this
 * machine's own Node; starts site and worker from there as the image's user, who can write nothing but the
 * data, with a Redis between them; and sends a find until its picture is served. It can't tell whether the
 * base images have what theirs should have.
 */

const PATIENCE_MS = 60_000;
const PASSWORD = "letters-and-digits";

if (process.getuid?.() !== 0)
  fail("This check needs root: it starts site and worker as the image's user.");
await ensureInstalled();
ensureRedis();
const { parse } = await import("yaml");

const folder = mkdtempSync(path.join(tmpdir(), "painted-rocks-image-"));
chmodSync(folder, 0o755);
const children = [];
try {
  await check();
} finally {
  for (const { child } of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
}

async function check() {
  const context = path.join(folder, "context");
  for (const file of listContext()) cpSync(file, path.join(context, file));

  const stages = readStages();
  const folders = {};
  let site;
  for (const stage of stages) {
    console.log(`\n── ${stage.name}, from ${stage.image} ──`);
    folders[stage.name] = path.join(folder, `stage-${stage.name}`);
    mkdirSync(folders[stage.name]);
    site = carryOut(stage, folders[stage.name], folders, context);
  }
  const image = stages.at(-1);
  const { services } = parse(readFileSync("docker-compose.yml", "utf8"), {
    merge: true,
  });

  console.log("\n── the image, run ──");
  const [port, redisPort] = [await findFreePort(), await findFreePort()];
  const redisData = path.join(folder, "redis");
  mkdirSync(redisData);
  start(
    "redis",
    [
      "redis-server",
      "--port",
      redisPort,
      "--bind",
      "127.0.0.1",
      "--dir",
      redisData,
      "--requirepass",
      PASSWORD,
    ],
    { cwd: redisData },
  );

  const [uid, gid] = valueOf(image, "USER").split(":").map(Number);
  const asImage = {
    cwd: site,
    uid,
    gid,
    env: {
      PATH: process.env.PATH,
      ...settingsOf(image),
      HOST: "127.0.0.1",
      PORT: String(port),
      REDIS_URL: `redis://:${PASSWORD}@127.0.0.1:${redisPort}`,
      ADMIN_PASSWORD: PASSWORD,
      MODERATION: "off",
    },
  };
  const web = start("web", valueOf(image, "CMD"), asImage);
  const [, command] = /CMD (.*)$/.exec(valueOf(image, "HEALTHCHECK"));
  const siteHealth = JSON.parse(command);
  await until("the site to be healthy", () => succeeds(siteHealth, asImage));
  console.log("the site is healthy");

  const baseURL = `http://127.0.0.1:${port}`;
  const form = new FormData();
  const find = {
    rockNumber: "214",
    location: "Harbour wall",
    comment: "Found.",
    date: "2026-05-17",
  };
  for (const [name, value] of Object.entries(find)) form.set(name, value);
  form.append(
    "images",
    new Blob([readFileSync("tests/fixtures/orientation-6.jpg")]),
    "photo.jpg",
  );
  const sent = await fetch(`${baseURL}/api/upload-rock`, {
    method: "POST",
    body: form,
  });
  if (sent.status !== 201)
    throw new Error(
      `the find was answered with ${sent.status}: ${await sent.text()}`,
    );
  console.log("a find is taken");

  const workerHealth = services.worker.healthcheck.test.slice(1);
  if (await succeeds(workerHealth, asImage))
    throw new Error("a worker counts as healthy before there is one");
  const worker = start("worker", services.worker.command, asImage);
  await until("the worker to be healthy", () =>
    succeeds(workerHealth, asImage),
  );
  console.log("the worker is healthy");

  const address = await until("the picture", async () => {
    const [post] = await (await fetch(`${baseURL}/api/rock-posts/214`)).json();
    const [name] = post?.imagenames ?? [];
    return name && `/media/rocks/214/${post.uuid}/webp/${name}.webp`;
  });
  const picture = await fetch(baseURL + address);
  if (picture.status !== 200)
    throw new Error(`${address} was answered with ${picture.status}`);
  console.log(`its picture is served: ${address}`);

  for (const part of [web, worker]) {
    part.child.kill("SIGTERM");
    const code = await part.ended;
    if (code !== 0) throw new Error(`${part.name} ended with ${code}`);
  }
  console.log("both end when they are asked to");
}

function start(name, [program, ...args], options) {
  const child = spawn(program, args.map(String), {
    ...options,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const part = {
    name,
    child,
    output: "",
    ended: new Promise((resolve) => child.once("close", resolve)),
  };
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text) => (part.output += text));
  children.push(part);
  return part;
}

async function succeeds([program, ...args], options) {
  const child = spawn(program, args, { ...options, stdio: "ignore" });
  return (await new Promise((resolve) => child.once("close", resolve))) === 0;
}

async function until(what, ask) {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    const over = children.find(({ child }) => child.exitCode !== null);
    if (over || Date.now() > deadline)
      throw new Error(
        `waited in vain for ${what}:\n${children.map(({ name, output }) => `[${name}]\n${output}`).join("\n")}`,
      );
    await setTimeout(200);
  }
}

async function findFreePort() {
  const probe = createServer();
  await new Promise((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
