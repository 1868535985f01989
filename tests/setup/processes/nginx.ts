import { spawnSync } from "node:child_process";
import {
  cp,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  endChild,
  findFreePort,
  isAnswering,
  startChild,
  untilReady,
} from "./child.ts";

const MIME_TYPES = [
  "/etc/nginx/mime.types",
  "/opt/homebrew/etc/nginx/mime.types",
];

/** The project's nginx in front of a site, with its addresses: HTTP and, with `tls`, HTTPS. */
export type Front = Awaited<ReturnType<typeof run>>;

/**
 * Starts a real nginx with the project's own files. Only the ports and the site's address are replaced, because
 * each test has others.
 */
export async function startFront(
  site: { baseURL: string; mediaDir: string },
  {
    tls = false,
    trusted = "",
    rate,
    port,
  }: {
    tls?: boolean;
    /** The proxies whose headers nginx believes. */
    trusted?: string;
    /** Replaces the project's limit of requests, such as `1000000r/s`. */
    rate?: string;
    /** Of HTTP, or of HTTPS with `tls`; any free one by default. The site must know it as its PUBLIC_URL. */
    port?: number;
  } = {},
) {
  const folder = await makeFolder();
  const known = port ?? (await findFreePort());
  const other = await findFreePort();
  const ports = tls ? [other, known] : [known, other];
  await cp("nginx", folder, { recursive: true });
  await symlink(site.mediaDir, path.join(folder, "store"));
  if (tls) {
    await cp("nginx/tls.conf", path.join(folder, "server.conf"));
    await makeCertificate(path.join(folder, "certificates"));
  }
  if (rate) await rewrite(folder, "limits", /rate=\d+r.s/g, `rate=${rate}`);
  return run(folder, site, ports, { trusted });
}

/**
 * Sets nginx up by the commands of docs/operating.md, and starts it in front of a site. Only the places and the ports
 * are replaced, because the test has others, and the user, because only this one may read them.
 */
export async function startWrittenFront(
  site: { baseURL: string; mediaDir: string },
  commands: string,
  port: number,
) {
  const folder = await makeFolder();
  const certificates = path.join(folder, "letsencrypt");
  await makeCertificate(certificates);
  const script = commands
    .replaceAll("/etc/nginx", folder)
    .replaceAll("/srv/painted-rocks", path.resolve("."))
    .replaceAll("/var/lib/painted-rocks/media", site.mediaDir)
    .replaceAll(/\/etc\/letsencrypt\S+/g, certificates);
  const { status, stderr } = spawnSync("sh", ["-euc", script]);
  if (status !== 0) throw new Error(stderr.toString());
  await rewrite(folder, "nginx", /^user www-data;/, "");
  return run(folder, site, [await findFreePort(), port]);
}

/** Makes a folder for an nginx, with the built files. */
export async function makeFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), "painted-rocks-nginx-"));
  for (const types of MIME_TYPES)
    await cp(types, path.join(folder, "mime.types")).catch(() => {});
  await symlink(path.resolve("build/client"), path.join(folder, "client"));
  return folder;
}

async function rewrite(
  folder: string,
  name: string,
  what: RegExp,
  by: string | ((...match: string[]) => string),
) {
  const file = path.join(folder, `${name}.conf`);
  const text = await readFile(file, "utf8");
  if (!what.test(text)) throw new Error(`${file} has no ${what}`);
  await writeFile(file, text.replace(what, by as string));
}

/** Has the files in a folder name the places of a test, and starts an nginx with them. */
async function run(
  folder: string,
  site: { baseURL: string },
  [port, tlsPort]: number[],
  { trusted = "" } = {},
) {
  const { host } = new URL(site.baseURL);
  await rewrite(folder, "locations", /\/etc\/nginx/g, folder);
  await rewrite(folder, "upstream", /127\.0\.0\.1:3000/, host);
  await rewrite(
    folder,
    "server",
    /listen (?:80|8080|(443|8443))\b/g,
    (_, tls) => `listen 127.0.0.1:${tls ? tlsPort : port}`,
  );
  const nginx = await start(folder, port!, trusted);
  return { ...nginx, tlsURL: `https://127.0.0.1:${tlsPort}`, folder };
}

/** Starts an nginx with the configuration of a folder. */
export async function start(folder: string, port: number, trusted = "") {
  // Only the user who made the folder may read it.
  const user = process.getuid?.() === 0 ? "user root;" : "";
  const own = `daemon off; pid ${folder}/pid; ${user}`;
  const lines: string[] = [];
  const child = startChild(
    "sh",
    // Without -p, because the distribution's nginx has another prefix than its configuration's folder.
    ["nginx/start.sh", "-c", `${folder}/nginx.conf`, "-e", "stderr", "-g", own],
    lines,
    { TRUSTED_PROXIES: trusted, TMPDIR: folder },
  );
  const baseURL = `http://127.0.0.1:${port}`;
  await untilReady(child, lines, () => isAnswering(baseURL));
  return {
    baseURL,
    pid: child.pid!,
    stop: async () => {
      await endChild(child, "SIGTERM");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Makes a self-signed certificate. */
async function makeCertificate(folder: string) {
  await mkdir(folder);
  const place = (name: string) => path.join(folder, name);
  const { status, stderr } = spawnSync("openssl", [
    ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"],
    ...["-subj", "/CN=localhost"],
    ...["-keyout", place("privkey.pem"), "-out", place("fullchain.pem")],
  ]);
  if (status !== 0) throw new Error(stderr.toString());
}
