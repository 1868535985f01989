import { existsSync } from "node:fs";
import {
  cp,
  mkdtemp,
  readFile,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { endChild, findFreePort, startChild } from "../setup/child.ts";
import { until } from "../setup/until.ts";

export interface Server {
  baseURL: string;
  /** All of its processes. */
  pids: () => Promise<number[]>;
  stop: () => Promise<void>;
}

async function start(
  program: string,
  args: string[],
  port: number,
  env: Record<string, string> = {},
): Promise<Server> {
  const lines: string[] = [];
  const child = startChild(program, args, lines, env);
  const baseURL = `http://127.0.0.1:${port}`;
  await until(async () => {
    if (child.exitCode !== null)
      throw new Error(`${program} did not start:\n${lines.join("\n")}`);
    return (await fetch(baseURL, { redirect: "manual" }).catch(() => {})) && 1;
  });
  return {
    baseURL,
    pids: async () => [child.pid!, ...(await childrenOf(child.pid!))],
    stop: async () => void (await endChild(child, "SIGTERM")),
  };
}

async function childrenOf(pid: number) {
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  return list.trim().split(" ").filter(Boolean).map(Number);
}

/** A server build under remix-serve as it comes, with nothing of ours before it. */
export async function startStock(
  build: string,
  env: Record<string, string> = {},
) {
  const port = await findFreePort();
  return start(
    process.execPath,
    ["node_modules/@remix-run/serve/dist/cli.js", build],
    port,
    { PORT: String(port), HOST: "127.0.0.1", ...env },
  );
}

const MIME_TYPES = "/etc/nginx/mime.types";

/** nginx with nothing in it but the built files. */
export async function startPlainNginx() {
  const port = await findFreePort();
  return startNginx(port, {
    "nginx.conf": `
      events { worker_connections 4096; }
      http {
        include mime.types;
        access_log off;
        sendfile on;
        tcp_nopush on;
        server { listen 127.0.0.1:${port}; root client; }
      }`,
  });
}

/** The shipped nginx, before a site; undefined where none is shipped. */
export async function startFront(site: { baseURL: string; mediaDir: string }) {
  if (!existsSync("nginx/server.conf")) return undefined;
  const port = await findFreePort();
  const server = await readFile("nginx/server.conf", "utf8");
  return startNginx(
    port,
    {
      "server.conf": server.replaceAll(
        "listen 8080",
        `listen 127.0.0.1:${port}`,
      ),
      "upstream.conf": `upstream site { server ${new URL(site.baseURL).host}; keepalive 32; }`,
    },
    { from: "nginx", store: site.mediaDir },
  );
}

async function startNginx(
  port: number,
  files: Record<string, string>,
  { from, store }: { from?: string; store?: string } = {},
) {
  const folder = await mkdtemp(path.join(tmpdir(), "painted-rocks-nginx-"));
  if (from) await cp(from, folder, { recursive: true });
  await cp(MIME_TYPES, path.join(folder, "mime.types"));
  await symlink(path.resolve("build/client"), path.join(folder, "client"));
  if (store) await symlink(store, path.join(folder, "store"));
  for (const [name, content] of Object.entries(files))
    await writeFile(path.join(folder, name), content);
  const user = process.getuid?.() === 0 ? "user root;" : "";
  const own = `daemon off; pid ${folder}/pid; ${user}`;
  const server = await start(
    "nginx",
    ["-p", folder, "-c", "nginx.conf", "-g", own],
    port,
  );
  return {
    ...server,
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
