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
import { keepPage, paths } from "./keep-page.server.ts";
import type { I18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import type { SiteNames } from "../site/answers.ts";

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

/** Explains the files to somebody who finds them in twenty years. */
export const writeReadme = (
  i18n: I18n,
  { site_name, memorial_name }: SiteNames,
  day: string,
  isPrivate: boolean,
) => `${site_name}

${t(i18n)`In memory of ${memorial_name}, as it was on ${day}.`}


${t(i18n)`To look at it

Unpack the whole zip first. Then open the file index.html: it needs a browser,
and neither the Internet nor any other program. Everything is in this folder,
so you can copy it to a stick, a disk or another computer as it is.`}


${t(i18n)`What the files are

index.html        the story; every other page is reached from here
albums/           a page for each photo album
rocks/            a page for each painted rock, in folders of a thousand:
                  the pages of rocks 0 to 999 are in rocks/0,
                  those of rocks 1000 to 1999 in rocks/1, and so on
map.html          the map of the world
awareness.html    about sudden unexplained death in childhood
pictures/         all pictures, as WebP files:
                  pictures/rocks/0/12/rock.webp         rock 12
                  pictures/rocks/0/12/journey-3-1.webp  the first picture of
                                                        its third journey
                  pictures/albums/sea/4.webp            the fourth photograph
                                                        of the album 'sea'
                  Names that end in -small are smaller copies.
look/             typefaces and colours of the pages`}

${t(
  i18n,
)`The pages are HTML, and the pictures are WebP. Both are open formats.`}


${isPrivate ? sayPrivate(i18n) : sayPublic(i18n)}
`;

const sayPublic = (i18n: I18n) => t(i18n)`What is not in it

The pictures are the ones that the site shows, not the originals. What was
hidden on the site is not here, and neither are the names and addresses of
those who found or follow a rock.`;

const sayPrivate = (i18n: I18n) => t(i18n)`For the family alone

The folder backup/ holds everything: the original of every picture as it came
from the camera, what was hidden or deleted, and the database, with the names
and e-mail addresses of those who found or follow a rock. Don't pass this
folder on.
The other folders may be given to anybody.

backup/media/         the originals
backup/site.sqlite    the database: an SQLite 3 file
backup/manifest.json  the list of these files, with the SHA-256 of each

With the program of the site, 'npm run restore -- FILE.zip' brings the site
back from this zip.`;

/** Everything that a keepsake shows, as the public views give it. */
const SHOWN = {
  public_finds:
    "rps_key, rock_number, location, latitude, longitude, date, comment",
  public_images: "rpi_key, rps_key, rock_number, current_name, blurs",
  public_albums: "pa_key, name, display_name, desc",
  public_photos: "p_key, pa_key, name, display_name, desc, date",
  rocks: "rc_key, rock_number, original_file, ready, artists_text",
  site_texts: "key, value",
};

/**
 * Whether the site still shows all that a copy of its database shows. Newer things do not matter, but anything that was
 * hidden, changed or deleted must not be in a keepsake.
 */
export function isStillPublic(site: SecondConnection, copy: string): boolean {
  site.prepare("ATTACH ? AS copy").run(copy);
  try {
    return Object.entries(SHOWN).every(
      ([view, columns]) =>
        site
          .prepare(
            `SELECT ${columns} FROM copy.${view} EXCEPT SELECT ${columns} FROM main.${view} LIMIT 1`,
          )
          .get() === undefined,
    );
  } finally {
    site.exec("DETACH copy");
  }
}
