import { sql } from "drizzle-orm";
import { keeping } from "#core/keeping.server.ts";
import { speak } from "#core/languages/catalogues.server.ts";
import { siteLanguage } from "#core/languages/languages.server.ts";
import { countOf, formatCount, plural } from "#core/words.ts";
import { createWriteStream } from "node:fs";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { closeDb, getDb, switchDb } from "#db/client.server.ts";
import type { SecondConnection } from "#db/copy.server.ts";
import { DomainError } from "#core/errors.ts";
import { MEDIA } from "#domain/store/media-addresses.ts";
import { parseMediaAddress } from "#domain/store/parse-paths.ts";
import { requireFree } from "#domain/store/room.server.ts";
import { log } from "#core/log.server.ts";
import { getSettings } from "#core/settings.server.ts";
import type { JobResult, Progress } from "#domain/jobs/catalogue.ts";
import type { KeepsakeForm } from "#domain/store/paths.ts";
import { syncPath } from "#domain/store/write.server.ts";
import { siteNames } from "../site/site-texts.server.ts";
import { copySound } from "../backup/collect.server.ts";
import { zipBackup, writeZip, type Zip } from "../backup/zip.server.ts";
import { KEPT_BACKUP } from "../backup/manifest.server.ts";
import { openSite, requireStoreOf } from "../store/identity.server.ts";
import { keepPage, paths, type KeptFile } from "./keep-page.server.ts";
import { idOf, listShown, readBeingMade } from "./shown-pictures.server.ts";
import type { I18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import type { SiteNames } from "../site/answers.ts";

interface Order {
  form: KeepsakeForm;
  target: string;
  /** A folder for unfinished work, on the target's disk. */
  folder: string;
  /** The HTML of a page of the site, or undefined if there is none. */
  openPage: (address: string) => Promise<string | undefined>;
  report: Progress;
  /** Called once if pictures are still being made, with words that say so. */
  onWait?: (words: string) => void;
  /** Milliseconds in which nothing is done for such pictures before it gives up. */
  patience?: number;
}

type KeepsakeSummary = JobResult<"keepsake">;

/** Only the owner may read the private form, because it has visitors' names and addresses. */
const MODES = { public: 0o644, private: 0o600 };
const NOT_MADE = "no keepsake was made";
const LOOK_MS = 500;
/** Longer than all tries of one picture. */
const PATIENCE_MS = 600_000;

/**
 * Waits for pictures that are still being made, and names those that are lacking in the end. Works on a copy of the database, and makes everything again if something that the copy shows was hidden, changed or
 * deleted meanwhile. A kill leaves either the zip whole or none.
 * @throws {DomainError} not_found without a database; unavailable if it is damaged, without room, without the store, or
 * when nobody makes the pictures that it waits for
 */
export async function makeKeepsake(order: Order): Promise<KeepsakeSummary> {
  const { folder, target } = order;
  const copy = path.join(folder, "site.sqlite");
  const zip = path.join(folder, "keepsake.zip");
  const site = openSite();
  try {
    for (;;) {
      await waitForPictures(site, order);
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await takeCopy(site, copy);
      const made = await pack(order, site, copy, zip);
      requireStoreOf(site, NOT_MADE);
      if (made && isStillPublic(site, copy)) {
        await rename(zip, target);
        await syncPath(path.dirname(target));
        await rm(folder, { recursive: true, force: true });
        return made;
      }
      log.info("a keepsake is made again, because the site changed meanwhile");
    }
  } finally {
    site.close();
  }
}

/** Progress while it waits says how many of them are made. */
async function waitForPictures(
  site: SecondConnection,
  { report, onWait, patience = PATIENCE_MS }: Order,
) {
  let most = 0;
  let before = "";
  let changedAt = Date.now();
  for (;;) {
    requireStoreOf(site, NOT_MADE);
    const { count, mark } = readBeingMade(site);
    if (count === 0) return;
    const words = `Waiting for ${countOf(count, "picture")} that the site has yet to make`;
    if (most === 0) onWait?.(words);
    most = Math.max(most, count);
    if (mark !== before) changedAt = Date.now();
    before = mark;
    if (Date.now() - changedAt >= patience)
      throw new DomainError(
        "unavailable",
        `${countOf(count, "picture")} still ${plural(count, "has", "have")} to be made, and nobody makes ${plural(count, "it", "them")}: ${NOT_MADE}. See that the site and a worker run, then try again.`,
      );
    report(most - count, most, words);
    await setTimeout(LOOK_MS);
  }
}

const requireRoom = (folder: string, bytes: number) =>
  requireFree(folder, bytes, "There is not enough room for the keepsake");

async function takeCopy(site: SecondConnection, copy: string) {
  const { size } = await stat(getSettings().DATABASE_PATH);
  // The copy itself, and the pages, which take about as much.
  await requireRoom(path.dirname(copy), 2 * size);
  await copySound(site, copy);
}

/** @returns undefined when a file was deleted meanwhile */
async function pack(
  order: Order,
  site: SecondConnection,
  copy: string,
  target: string,
): Promise<KeepsakeSummary | undefined> {
  const { form, folder } = order;
  const zip = writeZip(
    createWriteStream(target, { flush: true, mode: MODES[form] }),
  );
  try {
    switchDb(copy);
    const { pages, files, lacks } = await addPages(zip, order).finally(closeDb);
    const bytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
    await requireRoom(folder, bytes);
    const tell = (done: number, total: number) =>
      order.report(
        done,
        total,
        `Packing: ${formatCount(done)} of ${formatCount(total)} files`,
      );
    let originals = 0;
    if (form === "private") {
      const backup = path.join(folder, "backup");
      await mkdir(backup, { mode: 0o700 });
      const made = await zipBackup(site, zip, backup, {
        folder: KEPT_BACKUP,
        alsoNeeds: bytes,
        onFile: (done, of) => tell(done, of + files.length),
      });
      originals = made.files;
      for (const place of made.missing)
        lacks.push(`${place}: the original is missing`);
      for (const place of made.damaged)
        lacks.push(`${place}: the original has changed`);
    }
    for (const [index, { path, file, content, mtime_ms }] of files.entries()) {
      tell(originals + index, originals + files.length);
      const isAdded =
        content === undefined
          ? await zip.addFile(path, file, mtime_ms)
          : await zip.add(path, [content], mtime_ms);
      if (!isAdded) return undefined;
    }
    await zip.end();
    return {
      pages,
      pictures: files.length + originals + 1,
      bytes: (await stat(target)).size,
      lacks,
    };
  } finally {
    zip.abandon();
  }
}

/** Adds the pages, from the first one on. @returns how many, the files that they name, and the pictures that are not there */
async function addPages(zip: Zip, { form, openPage, report }: Order) {
  const pictures = listShown(getDb().$client);
  const mtime_ms = newestTime();
  const files = new Map<string, KeptFile>();
  // A page doesn't name a picture that isn't made.
  const lacks = new Set(
    [...pictures.values()].flatMap(({ isReady, label }) =>
      isReady ? [] : label,
    ),
  );
  const pages = new Map([[paths.story, "/"]]);
  // They lead to no further pages. After all others it is known how many there are.
  const books = new Map<string, string>();
  let done = 0;
  for (const wanted of [pages, books])
    // Those that are added on the way come too.
    for (const [path, address] of wanted) {
      const total = pages.size + books.size;
      report(
        done,
        total,
        `${formatCount(done)} of ${formatCount(total)} pages`,
      );
      const shown = await openPage(address);
      if (shown === undefined) throw new Error(`${address} is no page`);
      const kept = keepPage(shown, path);
      await zip.add(path, [kept.html], mtime_ms);
      done++;
      for (const address of kept.missing) {
        const picture = parseMediaAddress(address.slice(MEDIA.length));
        const known =
          picture && picture.of !== "site"
            ? pictures.get(idOf(picture))
            : undefined;
        lacks.add(known?.label ?? address);
      }
      for (const file of kept.files) files.set(file.path, file);
      for (const page of kept.pages)
        (/\/print\b/.test(page.address) ? books : pages).set(
          page.path,
          page.address,
        );
    }
  const readme = writeReadme(
    speak(siteLanguage()),
    siteNames(),
    keeping.day!,
    form === "private",
  );
  await zip.add(paths.readme, [readme], mtime_ms);
  const inOrder = [...files.values()].sort((a, b) =>
    a.path < b.path ? -1 : 1,
  );
  return { pages: done, files: inOrder, lacks: [...lacks] };
}

function newestTime() {
  const { at } = getDb().get<{ at: string | null }>(
    sql`SELECT max(create_dt) AS at FROM public_finds`,
  );
  return at === null ? Date.UTC(2000, 0) : Date.parse(at);
}

/** Explains the files to somebody who finds them in twenty years. */
const writeReadme = (
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

/** Newer things do not matter, but what was hidden, changed or deleted must not be in a keepsake. */
function isStillPublic(site: SecondConnection, copy: string): boolean {
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
