import { existsSync, readdirSync } from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { SOURCES } from "../scripts/system/prepare.mjs";
import { fileOf, packageOf, parseSource, readSource } from "./setup/source.ts";

interface Service {
  command?: string[];
  environment: Record<string, string | null>;
  mem_limit: string;
  ports?: string[];
  volumes: string[];
}

const readCompose = (file: string) =>
  parse(readSource(file), { merge: true }) as {
    services: Record<"front" | "web" | "worker" | "redis", Service>;
    volumes: Record<string, null>;
    networks: object;
  };
const { networks, services, volumes } = readCompose("docker-compose.yml");

/** The Dockerfile's stages, with one instruction per line. */
const stages = readSource("Dockerfile")
  .replace(/^#.*\n/gm, "")
  .replace(/\\\n\s*/g, " ")
  .trim()
  .split(/^(?=FROM )/m);
const front = stages.find((stage) => / AS front$/m.test(stage))!;
const image = stages.at(-1)!;

/** The text after an instruction in a stage. */
const readInstruction = (stage: string, word: string) =>
  new RegExp(`^${word} (.*)$`, "m").exec(stage)?.[1] ?? "";

/** What the stages copy from the checkout. */
const copies = stages.flatMap((text, stage) =>
  [...text.matchAll(/^COPY (?!--from)(--\S+)? ?(.*) \S+$/gm)].map(
    ([, options, files]) => ({ stage, options, files: files!.split(" ") }),
  ),
);

/** The image's default settings. */
const imageSettings = Object.fromEntries(
  readInstruction(image, "ENV")
    .split(" ")
    .map((pair) => pair.split("=")),
) as Record<string, string>;

describe("docker-compose.yml", () => {
  test("shows nginx alone, on this machine, keeps what is written in volumes, and runs several workers if asked to", () => {
    const { front, ...others } = services;
    expect(front.ports).toEqual(["127.0.0.1:${PORT:-3000}:8080"]);
    for (const service of Object.values(others))
      expect(service).not.toHaveProperty("ports");
    for (const service of Object.values(services))
      expect(service).toMatchObject({
        restart: "unless-stopped",
        read_only: true,
        // It rotates logs.
        logging: { driver: "local" },
      });
    expect(networks).toEqual({ front: null, back: { internal: true } });
    const { DATABASE_PATH, MEDIA_DIR } = imageSettings;
    const root = readInstruction(image, "WORKDIR");
    expect(services.web.volumes).toEqual([
      `database:${root}/${path.posix.dirname(DATABASE_PATH!)}`,
      `media:${root}/${MEDIA_DIR}`,
      `backups:${root}/data/backups`,
    ]);
    expect(Object.keys(volumes).join()).toBe("backups,database,media,queue");
    // With a name or an image of its own there could be one worker alone.
    expect(services.worker).not.toHaveProperty("container_name");
    expect(services.worker).not.toHaveProperty("build");
  });

  test("keeps what Redis was given, and throws nothing out", () => {
    const command = services.redis.command!.join(" ");
    expect(command).toContain("--appendonly yes");
    expect(command).toContain("--maxmemory-policy noeviction");
    expect(command).toContain("--requirepass ${REDIS_PASSWORD}");
    expect(readSource("docker-compose.yml")).toContain("${REDIS_PASSWORD:?");
  });

  test("lets no service take all of the machine's memory, and Redis refuse before it is ended", () => {
    const megabytes = (size: string) =>
      parseInt(size, 10) * (/g/i.test(size) ? 1024 : 1);
    for (const { mem_limit } of Object.values(services))
      expect(megabytes(mem_limit)).toBeLessThanOrEqual(2048);
    const { command, mem_limit } = services.redis;
    const most = command![command!.indexOf("--maxmemory") + 1]!;
    expect(2 * megabytes(most)).toBeLessThan(megabytes(mem_limit));
  });

  test("keeps visitors by IPv6 from sharing one address, by listening on IPv4 alone", () => {
    const { front } = readCompose("docker-compose.tls.yml").services;
    for (const port of front.ports!) expect(port).toMatch(/^0\.0\.0\.0:/);
  });

  test("hands the site every setting, and the worker what it needs", () => {
    const settings = [
      ...readSource(".env.example").matchAll(/^# ([A-Z_]+)=/gm),
    ].map(([, name]) => name!);
    const ofImage = Object.keys(imageSettings);
    const handed = Object.keys(services.web.environment);
    expect(
      settings.filter(
        (name) => !handed.includes(name) && !ofImage.includes(name),
      ),
    ).toEqual([]);
    expect(handed.filter((name) => !settings.includes(name))).toEqual(["TZ"]);
    expect(Object.keys(services.worker.environment)).toEqual([
      "REDIS_URL",
      "LOG_LEVEL",
    ]);
  });
});

describe("the image", () => {
  test("runs as a user who is not root, nginx too", () => {
    for (const stage of [image, front])
      expect(readInstruction(stage, "USER")).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  });

  test("starts the site with the same file as npm start, and nginx with its own script", () => {
    expect(readInstruction(front, "ENTRYPOINT")).toContain("start.sh");
    expect(readInstruction(image, "CMD")).toBe(
      '["node", "scripts/system/serve.mjs"]',
    );
    expect(readSource("scripts/start.mjs")).toContain('"./system/serve.mjs"');
  });

  test("reads only files that exist and that .dockerignore lets in, and so does the build", () => {
    const letIn = readSource(".dockerignore")
      .split("\n")
      .filter((line) => line.startsWith("!"))
      .map((line) => line.slice(1));
    const sources = copies
      .flatMap(({ files }) => files)
      .filter((source) => source !== ".")
      .concat(SOURCES);
    expect(sources).toContain("db/migrations");
    for (const source of sources) {
      expect(existsSync(source), source).toBe(true);
      const isLetIn = letIn.some(
        (place) =>
          source === place ||
          source.startsWith(`${place}/`) ||
          place.startsWith(`${source}/`),
      );
      expect(isLetIn, source).toBe(true);
    }
  });

  test("can be read by its users, however private the checkout is", () => {
    for (const { options, files } of copies.filter(({ stage }) => stage > 0))
      expect(options, files.join()).toBe("--chmod=755");
    expect(stages[0]).toContain("COPY --chmod=755 . .\n");
    // What Docker mounts keeps its own modes.
    for (const file of ["docker-compose.yml", "docker-compose.tls.yml"])
      expect(readSource(file)).not.toMatch(/^ +- \.\//m);
  });

  test("takes nothing private from the project's folder", () => {
    const [first, ...rules] = readSource(".dockerignore")
      .split("\n")
      .filter((line) => line && !line.startsWith("#"));
    expect(first).toBe("*");
    for (const place of [".env", ".git", ".demo", "media", "node_modules"])
      expect(rules).not.toContain(`!${place}`);
    expect(rules.at(-1)).toBe("db/*.sqlite*");
  });

  test("needs no development package for what it runs @soak", () => {
    const { dependencies } = JSON.parse(readSource("package.json")) as {
      dependencies: Record<string, string>;
    };
    const run = [
      "scripts/system/serve.mjs",
      "scripts/system/site.mjs",
      "scripts/system/worker-health.mjs",
      "build/server/index.js",
      ...readdirSync("build/node")
        // The build makes this one, the list of places.
        .filter((file) => file.endsWith(".js") && file !== "places.js")
        .map((file) => `build/node/${file}`),
    ];
    const missing = new Set<string>();
    for (const file of run)
      for (const { from } of parseSource(file, readSource(file)).imports) {
        const name = packageOf(from);
        if (name && !isBuiltin(name) && !(name in dependencies))
          missing.add(name);
        const own = fileOf(file, from);
        if (own && !run.includes(own)) run.push(own);
      }
    expect([...missing]).toEqual([]);
  });
});
