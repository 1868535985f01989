import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { copyFile, mkdir } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { fixture } from "#tests/fixtures/index.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { startSite, type Site } from "#tests/setup/processes/site.ts";
import { readAddresses } from "#tests/setup/routes.ts";
import { findBreach, findOperation } from "#tests/setup/vitest/breach.ts";
import { asBytes, exchange, type Answer, type Sent } from "../../exchange.ts";
import { findChange, readState, untilSettled } from "./state.ts";

/** The one site that all rounds of hostile requests are played against, and what must hold after each request. */

export interface Hostile extends Sent {
  as: "visitor" | "admin";
}

export interface FuzzedSite {
  site: Site;
  port: number;
  addresses: { address: string; ids: string[] }[];
  /** What exists at the site now, by the name that addresses have for it. */
  known: (name: string) => string[];
  tryRequest: (sent: Hostile) => Promise<Answer | undefined>;
  checkWhole: () => Promise<void>;
}

/** So small that a body above it is cheap. */
const UPLOAD_MAX_MB = 2;
export const FILE_BYTES_MAX = UPLOAD_MAX_MB * 1_048_576;

const WATCH = path.resolve(import.meta.dirname, "watch-main-thread.mjs");

const ENV = {
  MODERATION: "off",
  UPLOAD_LIMITS: "off",
  UPLOAD_LIMIT_TOTAL: "off",
  UPLOAD_PARALLEL: "100/100",
  UPLOAD_MAX_MB: String(UPLOAD_MAX_MB),
  LOGIN_LIMIT: "9999999/1m",
  TRUST_PROXY: "true",
  METRICS_TOKEN: "a-token-for-metrics",
  NODE_OPTIONS: `--import=${pathToFileURL(WATCH).href}`,
};

/** The key of the finds that the generator sends itself. */
export const FIND_KEY = "00112233445566778899aabbccddeeff";

/** How much the site's memory may grow: the response cache, the heap's own slack, and some uploads on their way. */
const GROWTH_MB_MAX = 350;
/** Milliseconds of one core that any request of up to 68 kB may take of the site's main thread. */
const MAIN_THREAD_MS_MAX = 50;
const WATCHED_BYTES_MAX = 68_000;
const TRIES = 5;

let opening: Promise<FuzzedSite> | undefined;

/** The site of this process. The first call starts it. */
export const openFuzzedSite = () => (opening ??= open());

export async function closeFuzzedSite() {
  const opened = await opening?.catch(() => undefined);
  opening = undefined;
  await opened?.site.stop();
}

async function open(): Promise<FuzzedSite> {
  const site = await startSite({ env: ENV });
  let cookie = await fill(site);
  const addresses = await readAddresses();
  for (const { address } of addresses)
    if (!/[:*]/.test(address))
      await site.fetch(address, { redirect: "manual" });
  await untilSettled(site);
  const memory = memoryOf(site);
  const port = Number(new URL(site.baseURL).port);
  let requests = 0;
  let last: { sent?: Hostile; shown: string } = { shown: "" };
  let lasting: Error | undefined;
  site.lines.length = 0;

  /** What a request has left, or done after its answer, stays. So no smaller one can show more. */
  async function checkLast() {
    // Node refuses what is no HTTP while the site may still be reading what came before it.
    const isOverUnseen = last.sent?.cutAt !== undefined;
    try {
      if (lasting) throw lasting;
      await untilSettled(site, isOverUnseen);
      assert.equal(findError(site), undefined);
    } catch (error) {
      lasting ??= new Error(`${(error as Error).message}\n${last.shown}`);
      throw lasting;
    }
  }

  async function tryRequest(sent: Hostile) {
    await checkLast();
    const before = readState(site);
    const own = new Set(sent.headers.map(([name]) => name.toLowerCase()));
    const usual: Sent["headers"] = [
      ["Host", `127.0.0.1:${port}`],
      // Each request has an address of its own, so that no limit ends the round.
      ["X-Forwarded-For", `2001:db8:${(++requests).toString(16)}::1`],
    ];
    if (sent.as === "admin") usual.push(["Cookie", cookie]);
    const isNew = ([name]: [string, string]) => !own.has(name.toLowerCase());
    const headers = [...usual.filter(isNew), ...sent.headers];
    const shown = show({ ...sent, headers });
    last = { sent, shown };
    const { answer, held } = await sendWatched(site, port, {
      ...sent,
      headers,
    });
    const isCut = sent.cutAt !== undefined;
    const mayChange = (!answer && isCut) || changesMuch(sent, answer);
    const wrong =
      (held && `the main thread computed for ${Math.round(held)} ms`) ??
      (answer && (await findFault(sent, answer))) ??
      findError(site) ??
      (mayChange ? undefined : await findChange(site, before, answer));
    if (wrong) throw new Error(`${wrong}\n${shown}`);
    if (answer && sent.as === "admin" && [401, 302].includes(answer.status))
      cookie = await site.signIn();
    return answer;
  }

  async function checkWhole() {
    await checkLast();
    assert.equal((await site.fetch("/healthz")).status, 200);
    const grown = memoryOf(site) - memory;
    assert.ok(grown < GROWTH_MB_MAX, `the site's memory grew by ${grown} MB`);
    await refill(site);
  }

  return {
    ...{ site, port, addresses, tryRequest, checkWhole },
    known: (name) =>
      KNOWN[name] ? site.column<unknown>(KNOWN[name]).map(String) : [],
  };
}

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
  for (let left = 3 - site.count("rock_posts"); left > 0; left--)
    await site.addFind({
      ...findFields,
      ...{ rockNumber: String(7 * left), find_key: FIND_KEY },
    });
  await site.untilIdle();
}

function memoryOf(site: Site) {
  const status = readFileSync(`/proc/${site.pid()}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024);
}

/** Milliseconds that its main thread has computed. Time in which the machine does something else doesn't count. */
function computedBy(site: Site) {
  const [pid, task] = [site.pid(), site.pid()];
  const stat = readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8");
  return Number(stat.split(" ")[0]) / 1e6;
}

/**
 * Sends a request, and again while it takes more of the main thread than it may, because the first of a kind also
 * compiles code. What changed something is sent once.
 * @returns the answer, and the milliseconds that the cheapest try took if all took too much
 */
async function sendWatched(site: Site, port: number, sent: Sent) {
  const bytes = asBytes(sent);
  const isBroken = sent.cutAt !== undefined;
  const send = async () => {
    const before = computedBy(site);
    const isHead = sent.method === "HEAD";
    const answer = await exchange(port, bytes, { isHead, isBroken });
    return { answer, ms: computedBy(site) - before };
  };
  const { answer, ms } = await send();
  let held = ms;
  if (bytes.length > WATCHED_BYTES_MAX || !answer || changesMuch(sent, answer))
    return { answer };
  for (let tries = 1; tries < TRIES && held > MAIN_THREAD_MS_MAX; tries++)
    held = Math.min(held, (await send()).ms);
  return { answer, held: held > MAIN_THREAD_MS_MAX ? held : undefined };
}

const READS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Whether the site was asked to change something, and did. */
const changesMuch = ({ method }: Sent, answer: Answer | undefined) =>
  !READS.has(method) && answer !== undefined && answer.status < 400;

const TRACE = /\n\s+at .+[:(]\d+|node_modules\/|\/build\/(server|node)\//;

async function findFault(sent: Sent, { status, headers, body }: Answer) {
  const text = body.toString();
  // The one call that needs what this site doesn't have: a mail server.
  const isMail = status === 503 && /^\/api\/mail-test/i.test(sent.address);
  if (status >= 500 && !isMail)
    return `it was answered ${status}: ${text.slice(0, 300)}`;
  if (status >= 400 && TRACE.test(text))
    return `the answer ${status} tells where in the code it failed: ${text.slice(0, 500)}`;
  // Node itself refuses what is no HTTP, and then nothing of ours has seen the request.
  if (headers["x-request-id"] === undefined) return undefined;
  if (headers["x-content-type-options"] !== "nosniff")
    return "the answer lacks nosniff";
  const { method, address } = sent;
  // Dots are resolved first, encoded ones too.
  const url = `http://site${address}`;
  const path = URL.canParse(url) ? new URL(url).pathname : address;
  const isData = path.endsWith(".data") || /[?&]_data=/.test(address);
  if (!path.startsWith("/api/") || isData) return undefined;
  // Node answers an expectation that it doesn't know by itself.
  if (method === "HEAD" || [304, 417].includes(status)) return undefined;
  // A browser without scripts gets a page for the form that it has sent.
  const isPage = /^text\/html/.test(headers["content-type"] ?? "");
  const asksForPage = sent.headers.some(
    ([name, value]) => /^accept$/i.test(name) && /html/.test(value),
  );
  const isForm = /^\/api\/(upload-rock|rocks\/[^/]+\/follow)\/*$/i.test(path);
  if (isPage && asksForPage && isForm) return undefined;
  // An address that is written differently may still lead to a call, and then nothing here describes it.
  if (status < 400 && !findOperation(method.toLowerCase(), path))
    return undefined;
  return findBreach(method, path, new Response(text || null, { status }));
}

/** The site's log knows of errors that an answer hides. Warnings are the site's own affair. */
function findError(site: Site) {
  const bad = site.lines
    .splice(0)
    .find((line) => !line.startsWith("{") || line.includes('"level":"error"'));
  return bad && `the site logged ${bad.slice(0, 1500)}`;
}

/** Keys, names and numbers that addresses and bodies are made of. */
const KNOWN: Record<string, string> = {
  rpsKey: "SELECT rps_key FROM rock_posts",
  rpiKey: "SELECT rpi_key FROM rock_post_images",
  paKey: "SELECT pa_key FROM albums",
  pKey: "SELECT p_key FROM photos",
  rcKey: "SELECT rc_key FROM rocks",
  raKey: "SELECT ra_key FROM users",
  trashKey: "SELECT trash_key FROM trash",
  uuid: "SELECT uuid FROM rock_posts",
  rockNumber: "SELECT DISTINCT rock_number FROM rock_posts",
  albumName: "SELECT name FROM albums",
  jobId: "SELECT job_id FROM jobs ORDER BY rowid DESC LIMIT 20",
  imageName: "SELECT current_name FROM rock_post_images",
  image: "SELECT current_name || '.webp' FROM rock_post_images",
  id: "SELECT id FROM uploads ORDER BY rowid DESC LIMIT 20",
};

const SHOWN_MAX = 1500;

function show({ as, method, address, headers, body, cutAt }: Hostile) {
  const cut = (value: string) => {
    const text = JSON.stringify(value);
    return text.length > SHOWN_MAX
      ? `${text.slice(0, SHOWN_MAX)}… (${text.length} characters)`
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
