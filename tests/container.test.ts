import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { SOURCES } from "../scripts/system/prepare.mjs";
import { fileOf, packageOf, parseSource, readSource } from "./setup/source.ts";

interface Service {
  build?: string | { context: string; target: string };
  command?: string[];
  container_name?: string;
  depends_on?: object;
  environment: Record<string, string | null>;
  healthcheck?: { test: string[] };
  image?: string;
  init?: boolean;
  logging: { driver: string };
  mem_limit: string;
  networks: string[];
  ports?: string[];
  read_only: boolean;
  pull_policy?: string;
  restart: string;
  scale?: string;
  tmpfs: string[];
  volumes: string[];
}

const { networks, services, volumes } = parse(
  readSource("docker-compose.yml"),
  {
    merge: true,
  },
) as {
  services: Record<"front" | "web" | "worker" | "redis", Service>;
  volumes: Record<string, null>;
  networks: Record<string, { internal?: boolean } | null>;
};

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
  test("runs site and worker from one image, beside a Redis and behind nginx", () => {
    expect(Object.keys(services).sort()).toEqual([
      "front",
      "redis",
      "web",
      "worker",
    ]);
    const { context, target } = services.front.build as {
      context: string;
      target: string;
    };
    expect(context).toBe(".");
    expect(front).toContain(` AS ${target}\n`);
    expect(services.web.build).toBe(".");
    expect(services.worker).toMatchObject({
      image: services.web.image,
      pull_policy: "never",
    });
    expect(services.worker.build).toBeUndefined();
    expect(services.worker.command).toEqual(["node", "build/node/worker.js"]);
  });

  test("gives the store to site and worker, and the database to the site alone", () => {
    const { DATABASE_PATH, MEDIA_DIR } = imageSettings;
    const root = readInstruction(image, "WORKDIR");
    const database = `database:${root}/${path.posix.dirname(DATABASE_PATH!)}`;
    const media = `media:${root}/${MEDIA_DIR}`;
    const backups = `backups:${root}/data/backups`;
    expect(services.web.volumes).toEqual([database, media, backups]);
    expect(services.front.volumes).toEqual(["media:/etc/nginx/store:ro"]);
    expect(services.worker.volumes).toEqual([media]);
    expect(services.redis.volumes).toEqual(["queue:/data"]);
    expect(Object.keys(volumes)).toEqual([
      "backups",
      "database",
      "media",
      "queue",
    ]);
  });

  test("keeps what Redis was given, throws nothing out, and shows it to nobody", () => {
    const command = services.redis.command!.join(" ");
    expect(command).toContain("--appendonly yes");
    expect(command).toContain("--maxmemory-policy noeviction");
    expect(command).toContain("--requirepass ${REDIS_PASSWORD}");
    expect(services.redis.ports).toBeUndefined();
  });

  test("lets visitors reach nginx alone, which the site then believes", () => {
    const { front, ...others } = services;
    expect(front.ports).toEqual(["127.0.0.1:${PORT:-3000}:8080"]);
    for (const service of Object.values(others))
      expect(service.ports).toBeUndefined();
    expect(services.web.environment).toMatchObject({
      TRUST_PROXY: "true",
      ACCEL_REDIRECT: "/store/",
    });
    expect(readSource("nginx/docker.conf")).toContain("server web:3000");
    expect(readSource("nginx/server.conf")).toContain("listen 8080;");
  });

  test("lets nginx reach the site alone, and Redis and workers nothing outside", () => {
    expect(
      Object.entries(services).map(([name, service]) => [
        name,
        service.networks,
      ]),
    ).toEqual([
      ["front", ["front"]],
      ["web", ["front", "back"]],
      ["worker", ["back"]],
      ["redis", ["back"]],
    ]);
    expect(networks).toEqual({ front: null, back: { internal: true } });
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

  test("lets nginx believe whom the operator names", () => {
    expect(services.front.environment).toEqual({ TRUSTED_PROXIES: null });
    expect(readInstruction(front, "ENTRYPOINT")).toContain("start.sh");
    expect(readSource("nginx/start.sh")).toContain("TRUSTED_PROXIES");
  });

  test("ends nginx and the site at the same time, so that a stop takes no longer than one of them", () => {
    expect(services.front.depends_on).toBeUndefined();
    expect(readSource("nginx/nginx.conf")).toContain(
      "worker_shutdown_timeout 9s;",
    );
  });

  test("keeps visitors by IPv6 from sharing one address, by listening on IPv4 alone", () => {
    const { services } = parse(readSource("docker-compose.tls.yml")) as {
      services: { front: Service };
    };
    for (const port of services.front.ports!)
      expect(port).toMatch(/^0\.0\.0\.0:/);
  });

  test("lets there be any number of workers, and keeps it", () => {
    expect(services.worker.scale).toBe("${WORKERS:-1}");
    expect(services.worker.container_name).toBeUndefined();
    expect(services.worker.ports).toBeUndefined();
  });

  test("starts everything again, knows of everything whether it works, and lets nothing write outside its volumes", () => {
    for (const service of Object.values(services))
      expect(service).toMatchObject({
        restart: "unless-stopped",
        read_only: true,
        tmpfs: [expect.stringMatching(/^\/tmp(:size=\d+m)?$/)],
        // It rotates logs.
        logging: { driver: "local" },
      });
    expect(readInstruction(image, "HEALTHCHECK")).toContain("/healthz");
    expect(services.worker.healthcheck!.test).toEqual([
      "CMD",
      "node",
      "scripts/system/worker-health.mjs",
    ]);
    expect(services.redis.healthcheck!.test[1]).toContain("redis-cli ping");
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

  const compose = (env: Record<string, string>) =>
    spawnSync("docker", ["compose", "--env-file", "/dev/null", "config"], {
      encoding: "utf8",
      env: {
        NODE_ENV: "test",
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        ...env,
      },
    });
  const hasCompose = spawnSync("docker", ["compose", "version"]).status === 0;

  test.skipIf(!hasCompose)("is understood by docker compose", () => {
    const PUBLIC_URL = "https://rocks.example.org";
    const { status, stdout, stderr } = compose({
      REDIS_PASSWORD: "abc",
      PUBLIC_URL,
    });
    expect(status, stderr).toBe(0);
    expect(stdout).toContain("REDIS_URL: redis://:abc@redis:6379");
    expect(stdout).toContain(`PUBLIC_URL: ${PUBLIC_URL}`);
  });

  test.skipIf(!hasCompose)("asks for the password of Redis", () => {
    const { status, stderr } = compose({});
    expect(status).not.toBe(0);
    expect(stderr).toContain("REDIS_PASSWORD");
  });
});

describe("the image", () => {
  test("runs as a user who is not root, nginx too", () => {
    for (const stage of [image, front])
      expect(readInstruction(stage, "USER")).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  });

  test("starts the site with the same file as npm start", () => {
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
