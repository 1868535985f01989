import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { copyFile, mkdir } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { fixture } from "#tests/fixtures/index.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { readLog } from "#tests/setup/log.ts";
import { startSite, type Site } from "#tests/setup/processes/site.ts";
import { readAddresses } from "#tests/setup/routes.ts";
import { findUndescribed } from "./described.ts";
import { asBytes, exchange, type Answer, type Sent } from "./exchange.ts";
import { sendWatched } from "./main-thread.ts";
import { findChange, readState, untilSettled } from "./state.ts";

/** The one site that all rounds of hostile requests are played against, and what must hold after each request. */

export interface FuzzedSite {
  site: Site;
  port: number;
  addresses: { address: string; ids: string[] }[];
  /** What exists at the site now, by the name that addresses have for it. */
  known: (name: string) => (string | number)[];
  /** Sends a request and checks everything that one request can show. */
  tryRequest: (sent: Sent) => Promise<Answer | undefined>;
  /** Checks what can only be seen after many. */
  checkWhole: (round: string) => Promise<void>;
}

/** So small that a body above it is cheap. */
const UPLOAD_MAX_MB = 2;
export const FILE_BYTES_MAX = UPLOAD_MAX_MB * 1_048_576;

const ENV = {
  MODERATION: "off",
  UPLOAD_LIMITS: "off",
  UPLOAD_LIMIT_TOTAL: "off",
  UPLOAD_PARALLEL: "100/100",
  UPLOAD_MAX_MB: String(UPLOAD_MAX_MB),
  LOGIN_LIMIT: "9999999/1m",
  TRUST_PROXY: "true",
  METRICS_TOKEN: "a-token-for-metrics",
  NODE_OPTIONS: `--import=${pathToFileURL(path.resolve("tests/generators/fuzz/http/watch-main-thread.mjs")).href}`,
};

/** The key of the finds that the generator sends itself. */
export const FIND_KEY = "00112233445566778899aabbccddeeff";

/** How much the site's memory may grow: the response cache, the heap's own slack, and some uploads on their way. */
const GROWTH_MB_MAX = 350;

let opening: Promise<FuzzedSite> | undefined;
let opened: FuzzedSite | undefined;

/** The site of this process. The first call starts it. */
export const openFuzzedSite = () => (opening ??= open());

export async function closeFuzzedSite() {
  await opening?.catch(() => {});
  await opened?.site.stop();
  opening = opened = undefined;
}

async function open(): Promise<FuzzedSite> {
  const site = await startSite({ env: ENV });
  let cookie = await fill(site);
  const addresses = await readAddresses();
  for (const { address } of addresses)
    if (!/[:*]/.test(address))
      await site.fetch(address, { redirect: "manual" });
  const from = Date.now();
  const memory = memoryOf(site);
  const port = Number(new URL(site.baseURL).port);
  const tried: { at: number; shown: string }[] = [];
  let senders = 0;
  let last: Sent | undefined;
  let lasting: Error | undefined;

  async function tryRequest(sent: Sent) {
    // What a request has left stays, so no smaller one can show more.
    if (lasting) throw lasting;
    // Node refuses what is no HTTP while the site may still be reading what came before it.
    const isOverUnseen = last?.cutAt !== undefined;
    await untilSettled(site, isOverUnseen).catch((error: Error) => {
      lasting = new Error(`${error.message}\n${tried.at(-1)?.shown}`);
      throw lasting;
    });
    const before = readState(site);
    last = sent;
    // Each request has an address of its own, so that no limit ends the round.
    senders++;
    const own = new Set(sent.headers.map(([name]) => name.toLowerCase()));
    const usual: Sent["headers"] = [
      ["Host", `127.0.0.1:${port}`],
      ["X-Forwarded-For", `2001:db8:${senders.toString(16)}::1`],
    ];
    if (sent.as === "admin") usual.push(["Cookie", cookie]);
    const isNew = ([name]: [string, string]) => !own.has(name.toLowerCase());
    const headers = [...usual.filter(isNew), ...sent.headers];
    const whole = { ...sent, headers };
    const shown = show(whole);
    tried.push({ at: Date.now(), shown });
    const told = site.lines.length;
    const bytes = asBytes(whole);
    const isBroken = sent.cutAt !== undefined;
    const { answer, held } = await sendWatched(
      site.pid(),
      bytes,
      () => exchange(port, bytes, { isHead: sent.method === "HEAD", isBroken }),
      (answer) => answer !== undefined && !changesMuch(sent, answer),
    );
    const mayChange = (!answer && isBroken) || changesMuch(sent, answer);
    const wrong =
      (held && `the main thread computed for ${Math.round(held)} ms`) ??
      (answer && (await findFault(sent, answer))) ??
      findError(site, told) ??
      (mayChange ? undefined : await findChange(site, before, answer));
    if (wrong) throw new Error(`${wrong}\n${shown}`);
    if (answer && sent.as === "admin" && [401, 302].includes(answer.status))
      cookie = await site.signIn();
    return answer;
  }

  async function checkWhole(round: string) {
    await untilSettled(site);
    assert.equal((await site.fetch("/healthz")).status, 200);
    const [held] = readLog(site.lines, "the main thread was held").filter(
      // The site's processes for long work print their own.
      ({ pid, from: begin }) => pid === site.pid() && Number(begin) >= from,
    ) as { ms: number; from: number; to: number }[];
    site.lines.length = 0;
    const sent = tried.splice(0);
    if (held) {
      const around = sent.filter(({ at }) => at <= held.to).slice(-3);
      throw new Error(
        `${round}: the main thread was held for ${held.ms} ms. Sent around then:\n${around.map(({ shown }) => shown).join("\n")}`,
      );
    }
    const grown = memoryOf(site) - memory;
    const said = `${round}: the site's memory grew by ${grown} MB`;
    assert.ok(grown < GROWTH_MB_MAX, said);
    await refill(site);
  }

  return (opened = {
    site,
    port,
    addresses,
    known: (name) => listKnown(site, name),
    tryRequest,
    checkWhole,
  });
}

/** Adds some of everything. @returns the admin's cookie */
async function fill(site: Site) {
  await refill(site);
  await mkdir(site.inStore("albums/sea"), { recursive: true });
  for (const name of ["greyscale.jpg", "progressive.jpg"])
    await copyFile(fixture(name), site.inStore("albums/sea", name));
  const cookie = await site.signIn();
  for (const [address, body] of [
    ["/api/albums/sync", {}],
    ["/api/users", { display_name: "Robin" }],
    ["/api/users", { display_name: "Wren" }],
    ["/api/albums", { name: "hill", display_name: "The hill", show: true }],
  ] as const) {
    const answer = await site.fetch(address, {
      method: "POST",
      headers: { cookie, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    assert.ok(answer.ok, `${address} was answered ${answer.status}`);
    await site.untilIdle();
  }
  return cookie;
}

/** Sends finds again once most of them were deleted. */
async function refill(site: Site) {
  for (let left = 3 - site.count("rock_posts"); left > 0; left--) {
    const own = { rockNumber: String(7 * left), find_key: FIND_KEY };
    const fields = { ...findFields, ...own };
    const answer = await site.sendFind(fields, ["progressive.jpg"]);
    assert.ok(answer.ok, `a find was answered ${answer.status}`);
    await answer.arrayBuffer();
  }
  await site.untilIdle();
}

/** Megabytes that the site's process holds. */
function memoryOf(site: Site) {
  const status = readFileSync(`/proc/${site.pid()}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024);
}

const READS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Whether the site was asked to change something, and did. */
const changesMuch = ({ method }: Sent, answer: Answer | undefined) =>
  !READS.has(method) && answer !== undefined && answer.status < 400;

/** A stack trace, or a place in the code. */
const TRACE = /\n\s+at .+[:(]\d+|node_modules\/|\/build\/(server|node)\//;

async function findFault(sent: Sent, answer: Answer) {
  const { status, headers, body } = answer;
  const text = body.toString();
  // The one call that needs what this site doesn't have: a mail server.
  const isMail = status === 503 && /^\/api\/mail-test/i.test(sent.address);
  if (status >= 500 && !isMail)
    return `it was answered ${status}: ${text.slice(0, 300)}`;
  if (status >= 400 && TRACE.test(text))
    return `the answer ${status} tells where in the code it failed: ${text.slice(0, 500)}`;
  // Node itself refuses what is no HTTP, and then nothing of ours has seen the request.
  const isOurs = headers["x-request-id"] !== undefined;
  if (isOurs && headers["x-content-type-options"] !== "nosniff")
    return "the answer lacks nosniff";
  return findUndescribed(sent, answer);
}

/** The site's log knows of errors that an answer hides. Warnings are the site's own affair. */
function findError(site: Site, from: number) {
  const bad = site.lines
    .slice(from)
    .find((line) => !line.startsWith("{") || line.includes('"level":"error"'));
  return bad && `the site logged ${bad.slice(0, 1500)}`;
}

/** Keys, names and numbers that addresses and bodies are made of. */
const KNOWN: Record<string, string> = {
  rpsKey: "SELECT rps_key AS v FROM rock_posts",
  rpiKey: "SELECT rpi_key AS v FROM rock_post_images",
  paKey: "SELECT pa_key AS v FROM albums",
  pKey: "SELECT p_key AS v FROM photos",
  rcKey: "SELECT rc_key AS v FROM rocks",
  raKey: "SELECT ra_key AS v FROM users",
  trashKey: "SELECT trash_key AS v FROM trash",
  uuid: "SELECT uuid AS v FROM rock_posts",
  rockNumber: "SELECT DISTINCT rock_number AS v FROM rock_posts",
  albumName: "SELECT name AS v FROM albums",
  jobId: "SELECT job_id AS v FROM jobs ORDER BY rowid DESC LIMIT 20",
  imageName: "SELECT current_name AS v FROM rock_post_images",
  image: "SELECT current_name || '.webp' AS v FROM rock_post_images",
  id: "SELECT id AS v FROM uploads ORDER BY rowid DESC LIMIT 20",
  media: `SELECT '/media/rocks/' || rock_number || '/' || uuid || '/sm/' || current_name || '.webp' AS v
            FROM rock_posts JOIN rock_post_images USING (rps_key)
          UNION ALL SELECT '/media/albums/' || a.name || '/webp/' || p.name FROM albums a JOIN photos p USING (pa_key)`,
};

function listKnown(site: Site, name: string): (string | number)[] {
  const sql = KNOWN[name];
  return sql ? site.query<{ v: string | number }>(sql).map(({ v }) => v) : [];
}

const SHOWN_MAX = 1500;

function show({ as, method, address, headers, body, cutAt }: Sent) {
  const cut = (value: string) => {
    const text = JSON.stringify(value);
    const { length } = text;
    return length > SHOWN_MAX
      ? `${text.slice(0, SHOWN_MAX)}… (${length} characters)`
      : text;
  };
  const end = cutAt === undefined ? "" : `, cut after ${cutAt} bytes`;
  return [
    `${as}: ${method} ${cut(address)}${end}`,
    ...headers
      .filter(([, value]) => !value.startsWith("admin="))
      .map(([name, value]) => `${name}: ${cut(value)}`),
    ...(body ? [cut(Buffer.from(body).toString("latin1"))] : []),
  ].join("\n  ");
}
