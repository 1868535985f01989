import { sql } from "drizzle-orm";
import { keeping } from "#core/keeping.server.ts";
import { speak } from "#core/languages/catalogues.server.ts";
import { siteLanguage } from "#core/languages/languages.server.ts";
import { formatCount } from "#core/words.ts";
import { createWriteStream, existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { closeDb, getDb, switchDb } from "#db/client.server.ts";
import {
  copyDatabase,
  findDamage,
  openSecondConnection,
  type SecondConnection,
} from "#db/copy.server.ts";
import {
  openKeepsakeList,
  type KeepsakeList,
} from "#db/keepsake-list.server.ts";
import { DomainError } from "#core/errors.ts";
import { requireFree } from "#domain/store/room.server.ts";
import { log } from "#core/log.server.ts";
import { getSettings } from "#core/settings.server.ts";
import type { JobResult, Progress } from "#domain/jobs/catalogue.ts";
import type { KeepsakeForm } from "#domain/store/paths.ts";
import { syncFolder } from "#domain/store/write.server.ts";
import { siteNames } from "../site/site-texts.server.ts";
import { zipBackup } from "../backup/make-zip.server.ts";
import { KEPT_BACKUP } from "../backup/manifest.server.ts";
import { writeZip } from "../backup/zip.server.ts";
import { openSite, requireStoreOf } from "../store/open-site.server.ts";
import { keepPage } from "./keep-page.server.ts";
import { paths } from "./paths.ts";
import { writeReadme } from "./readme.ts";
import { isStillPublic } from "./still-public.server.ts";

interface Order {
  form: KeepsakeForm;
  /** The zip's path on the disk. */
  target: string;
  /** A folder for unfinished work, on the target's disk. Files that a kill leaves in it are used again. */
  folder: string;
  /** The HTML of a page of the site, or undefined if there is none. */
  openPage: (address: string) => Promise<string | undefined>;
  report: Progress;
}

export type KeepsakeSummary = JobResult<"keepsake">;

/** Only the owner may read the private form, because it has visitors' names and addresses. */
const MODES = { public: 0o644, private: 0o600 };
/** Files of an earlier, interrupted call are used again if they aren't older than this. */
const CONTINUE_MS = 86_400_000;
/** How often to report progress. */
const TELL_MS = 250;

/**
 * Packs the site as it is now into a zip of plain files. Works on a copy of the database, and makes everything again
 * if something that the copy shows was hidden, changed or deleted meanwhile. A kill leaves either the zip whole or
 * none; the next call with the same folder goes on.
 * @throws {DomainError} not_found without a database; unavailable when it is damaged, without room, or when the
 *   store is away
 */
export async function makeKeepsake(order: Order): Promise<KeepsakeSummary> {
  const { folder, target } = order;
  const site = openSite();
  try {
    await removeIfOld(folder);
    for (;;) {
      requireStoreOf(site, "no keepsake was made");
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const made = await makeOnce(order, site);
      requireStoreOf(site, "no keepsake was made");
      if (made && isStillPublic(site, copyIn(folder))) {
        await rename(zipIn(folder), target);
        await syncFolder(path.dirname(target));
        await rm(folder, { recursive: true, force: true });
        return made;
      }
      log.info("a keepsake is made again, because the site changed meanwhile");
      await rm(folder, { recursive: true, force: true });
    }
  } finally {
    site.close();
  }
}

const copyIn = (folder: string) => path.join(folder, "site.sqlite");
const zipIn = (folder: string) => path.join(folder, "keepsake.zip");

async function removeIfOld(folder: string) {
  const copied = await stat(copyIn(folder)).catch(() => undefined);
  if (copied && Date.now() - copied.birthtimeMs > CONTINUE_MS)
    await rm(folder, { recursive: true, force: true });
}

const requireRoom = (folder: string, bytes: number) =>
  requireFree(folder, bytes, "There is not enough room for the keepsake");

/** Undefined when a file was moved or deleted meanwhile. */
async function makeOnce(
  { form, folder, openPage, report }: Order,
  site: SecondConnection,
): Promise<KeepsakeSummary | undefined> {
  const copy = copyIn(folder);
  await takeCopy(site, folder);
  const list = openKeepsakeList(path.join(folder, "files.sqlite"));
  try {
    const missing = new Set<string>();
    switchDb(copy);
    try {
      await makePages(list, { form, openPage }, missing, throttled(report));
    } finally {
      closeDb();
    }
    const { files, bytes, pages } = list.count();
    await requireRoom(folder, bytes);
    const packed = await pack({ form, folder, list }, throttled(report));
    if (!packed) return undefined;
    const { size } = await stat(zipIn(folder));
    return {
      pages,
      pictures: files - pages + packed.originals,
      bytes: size,
      leftOut: missing.size,
    };
  } finally {
    list.close();
  }
}

/** Takes a copy of the database, unless an interrupted call has left one. */
async function takeCopy(site: SecondConnection, folder: string) {
  const copy = copyIn(folder);
  if (existsSync(copy)) return;
  for (const name of await readdir(folder))
    await rm(path.join(folder, name), { recursive: true, force: true });
  const { size } = await stat(getSettings().DATABASE_PATH);
  // The copy itself, and the pages, which take about as much.
  await requireRoom(folder, 2 * size);
  const part = `${copy}.part`;
  copyDatabase(site, part);
  const taken = openSecondConnection(part);
  try {
    const damage = findDamage(taken);
    if (damage)
      throw new DomainError(
        "unavailable",
        `The database is damaged: ${damage}.`,
      );
  } finally {
    taken.close();
  }
  await rename(part, copy);
}

type Tell = (done: number, total: number, message: string) => void;

/** Tells the first step, and then a few a second. */
function throttled(report: Progress): Tell {
  let told = 0;
  return (done, total, message) => {
    const now = Date.now();
    if (now - told < TELL_MS) return;
    told = now;
    report(done, total, message);
  };
}

/** Makes the pages that are not made yet, from the first one on. */
async function makePages(
  list: KeepsakeList,
  { form, openPage }: Pick<Order, "form" | "openPage">,
  missing: Set<string>,
  tell: Tell,
) {
  const mtime_ms = newestTime();
  const asEntry = (path: string, content: string) => {
    const bytes = Buffer.byteLength(content);
    return { path, content, file: null, bytes, mtime_ms };
  };
  list.want({ path: paths.story, address: "/" });
  for (let page = list.nextWanted(); page; page = list.nextWanted()) {
    const { pages: done, wanted } = list.count();
    const total = formatCount(done + wanted);
    tell(done, done + wanted, `${formatCount(done)} of ${total} pages`);
    const shown = await openPage(page.address);
    if (shown === undefined) throw new Error(`${page.address} is no page`);
    const kept = keepPage(shown, page.path);
    for (const address of kept.missing) missing.add(address);
    list.add([asEntry(page.path, kept.html), ...kept.files], kept.pages);
  }
  const readme = writeReadme(
    speak(siteLanguage()),
    siteNames(),
    keeping.day!,
    form === "private",
  );
  list.add([asEntry(paths.readme, readme)]);
}

/** The time at which the newest public find was sent, in milliseconds since 1970. */
function newestTime() {
  const { at } = getDb().get<{ at: string | null }>(
    sql`SELECT max(create_dt) AS at FROM public_finds`,
  );
  return at === null ? Date.UTC(2000, 0) : Date.parse(at);
}

/** @returns undefined when a file is not there any more */
async function pack(
  {
    form,
    folder,
    list,
  }: Pick<Order, "form" | "folder"> & { list: KeepsakeList },
  tell: Tell,
) {
  const { files, bytes } = list.count();
  await rm(zipIn(folder), { force: true });
  const zip = writeZip(
    createWriteStream(zipIn(folder), { flush: true, mode: MODES[form] }),
  );
  const tellPacked = (done: number, total: number) =>
    tell(
      done,
      total,
      `Packing: ${formatCount(done)} of ${formatCount(total)} files`,
    );
  try {
    let originals = 0;
    if (form === "private") {
      const backup = path.join(folder, "backup");
      await mkdir(backup, { recursive: true, mode: 0o700 });
      const made = await zipBackup(zip, backup, {
        folder: KEPT_BACKUP,
        alsoNeeds: bytes,
        onFile: (done, of) => tellPacked(done, of + files),
      });
      originals = made.files;
    }
    let done = originals;
    for (const { path, content, file, mtime_ms } of list.all()) {
      tellPacked(done++, originals + files);
      const isAdded =
        file === null
          ? await zip.add(path, [content!], mtime_ms)
          : await zip.addFile(path, file, mtime_ms);
      if (!isAdded) return undefined;
    }
    await zip.end();
    return { originals };
  } finally {
    zip.abandon();
  }
}
