import { createHash } from "node:crypto";
import {
  copyFile,
  mkdir,
  readdir,
  readFile,
  rm,
  writeFile,
} from "node:fs/promises";
import path from "node:path";
import { pack } from "tar-stream";
import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { fixture } from "#tests/fixtures/index.ts";
import {
  makeFolder,
  makePlace,
  openDatabase,
  runCommand,
  startCommand,
} from "#tests/setup/calls/backup.ts";
import {
  alter,
  findFields,
  inStore,
  letGo,
  query,
  sendFind,
  signIn,
  untilIdle,
} from "#tests/setup/calls/site-calls.ts";
import { isRunning } from "#tests/setup/processes/child.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { doJob, startJob } from "#tests/setup/calls/jobs.ts";
import { startSite, type Site } from "#tests/setup/processes/site.ts";
import { until } from "#tests/setup/until.ts";
import { forThisTest } from "#tests/setup/vitest/site.ts";

const OPEN = {
  MODERATION: "off",
  UPLOAD_LIMITS: "off",
  UPLOAD_LIMIT_TOTAL: "off",
  UPLOAD_PARALLEL: "100/100",
};

async function startFilledSite() {
  const site = await forThisTest(startSite({ env: OPEN }));
  await fill(site);
  return site;
}

/** Finds, an album with two pictures of one name, a rock of the catalogue and a backdrop of the operator's. */
async function fill(site: Site) {
  for (const image of ["orientation-6.jpg", "portrait.heic"])
    await sendFind(site, findFields, [image, "plain.png"]);
  await mkdir(inStore(site, "albums/sea"), { recursive: true });
  await copyFile(fixture("greyscale.jpg"), inStore(site, "albums/sea/a.jpg"));
  await copyFile(fixture("plain.png"), inStore(site, "albums/sea/a.png"));
  await mkdir(inStore(site, "catalog/214/original"), { recursive: true });
  await copyFile(
    fixture("cmyk.jpg"),
    inStore(site, "catalog/214/original/a.jpg"),
  );
  await mkdir(inStore(site, "bkg"), { recursive: true });
  await copyFile(fixture("photo.webp"), inStore(site, "bkg/home_bkg.webp"));
  alter(
    site,
    "INSERT INTO rocks (rock_number, original_file) VALUES (214, 'a.jpg')",
  );
  const cookie = await signIn(site);
  await doJob(site, cookie, "/api/albums/sync");
  alter(site, "UPDATE albums SET show = 1, display_name = 'The sea'");
  await doJob(site, cookie, "/api/create-images", { path: "media" });
  await untilIdle(site);
}

const ANSWERS = [
  "/api/rock-posts",
  "/api/rock-posts/214",
  "/api/rock-posts/allrocks",
  "/api/rock-posts/totals",
  "/api/rock-posts/locations/all",
  "/api/albums",
  "/api/albums/1/photos",
  "/api/journey-admin",
  "/api/journey-admin/1/images",
];

/** What a site answers, and every picture that its answers name. */
async function readSite(site: Site) {
  const cookie = await signIn(site);
  const answers: Record<string, unknown> = {};
  for (const address of ANSWERS)
    answers[address] = await (
      await fetch(site.baseURL + address, { headers: { cookie } })
    ).json();
  const pictures: Record<string, string> = {};
  for (const address of await listShownPictures(site)) {
    const answer = await fetch(site.baseURL + address);
    pictures[address] =
      `${answer.status} ${hashOf(Buffer.from(await answer.arrayBuffer()))}`;
  }
  return { answers, pictures };
}

const hashOf = (bytes: Buffer) =>
  createHash("sha256").update(bytes).digest("hex");

/** The address of every picture that everyone may see. */
async function listShownPictures(site: Site) {
  const get = async <T>(address: string) =>
    (await (await fetch(site.baseURL + address)).json()) as T;
  type Post = { rock_number: number; uuid: string; imagenames: string[] };
  const addresses = ["/media/bkg/home_bkg.webp"];
  for (const post of await get<Post[]>("/api/rock-posts"))
    for (const name of post.imagenames)
      for (const kind of ["sm", "webp"])
        addresses.push(
          `/media/rocks/${post.rock_number}/${post.uuid}/${kind}/${name}.webp`,
        );
  for (const album of await get<{ pa_key: number; name: string }[]>(
    "/api/albums",
  ))
    for (const photo of await get<{ name: string }[]>(
      `/api/albums/${album.pa_key}/photos`,
    ))
      for (const kind of ["webp", "webp300x300"])
        addresses.push(`/media/albums/${album.name}/${kind}/${photo.name}`);
  for (const rock of await get<{ rock_number: number }[]>(
    "/api/rock-posts/allrocks",
  ))
    for (const file of ["a", "a_sm"])
      addresses.push(`/media/catalog/${rock.rock_number}/${file}.webp`);
  return addresses;
}

const listOriginals = (mediaDir: string) =>
  filesBelow(mediaDir).filter(
    (file) =>
      /\/original\/|^albums\/[^/]+\/[^/]+$|^bkg\//.test(file) &&
      !file.startsWith("."),
  );

async function readOriginals(mediaDir: string) {
  const files: Record<string, string> = {};
  for (const file of listOriginals(mediaDir))
    files[file] = hashOf(await readFile(path.join(mediaDir, file)));
  return files;
}

describe("a backup", () => {
  test("restored into an empty place is the same site: every answer, every original, every picture", async () => {
    const site = await startFilledSite();
    const file = path.join(await makeFolder(), "site.tar");
    expect(await runCommand("backup", site, file)).toMatchObject({ code: 0 });

    const place = await makePlace();
    expect(await runCommand("restore", place, file)).toMatchObject({ code: 0 });
    const restored = await forThisTest(
      startSite({
        env: {
          ...OPEN,
          DATABASE_PATH: place.databasePath,
          MEDIA_DIR: place.mediaDir,
          ADMIN_PASSWORD: site.adminPassword,
        },
      }),
    );
    await untilIdle(restored);

    const before = await readSite(site);
    expect(Object.keys(before.pictures)).toHaveLength(1 + 4 * 2 + 2 * 2 + 2);
    expect(await readSite(restored)).toEqual(before);
    expect(await readOriginals(place.mediaDir)).toEqual(
      await readOriginals(site.mediaDir),
    );
    expect(query(restored, "SELECT DISTINCT state FROM jobs")).toEqual([
      { state: "succeeded" },
    ]);
  });

  test("taken while 20 uploaders and a regenerate run restores whole, and serves every shown photo", async () => {
    const site = await startFilledSite();
    const cookie = await signIn(site);
    const file = path.join(await makeFolder(), "site.tar");

    const sent: string[] = [];
    let isOver = false;
    const uploaders = Array.from({ length: 20 }, async (_, n) => {
      while (!isOver) {
        const answer = await sendFind(
          site,
          { ...findFields, rockNumber: String(n + 1) },
          ["orientation-6.jpg", "plain.png"],
        );
        expect(answer.status).toBe(201);
        sent.push(((await answer.json()) as { uuid: string }).uuid);
      }
    });
    /** Takes some away again, down to 20, and gives others another number, for what a backup finds is never at rest. */
    const admin = (async () => {
      for (let n = 0; !isOver; n++) {
        const rows = query<{ rps_key: number }>(
          site,
          "SELECT rps_key FROM rock_posts ORDER BY rps_key DESC",
        );
        const address = `${site.baseURL}/api/journey-admin/${rows[0]!.rps_key}`;
        await fetch(
          address,
          n % 2 === 0 && rows.length > 20
            ? { method: "DELETE", headers: { cookie } }
            : {
                method: "PUT",
                headers: { cookie, "Content-Type": "application/json" },
                body: JSON.stringify({ ...findFields, rock_number: 500 + n }),
              },
        );
      }
    })();
    await startJob(site, cookie, "/api/create-images", {
      path: "media",
      regenerate: true,
    });
    await until(() => (sent.length >= 40 ? true : undefined));
    const acknowledged = [...sent];
    const listUuids = () =>
      new Set(
        query<{ uuid: string }>(site, "SELECT uuid FROM rock_posts").map(
          ({ uuid }) => uuid,
        ),
      );
    const made = await runCommand("backup", site, file);
    const stillThere = listUuids();
    isOver = true;
    await Promise.all([...uploaders, admin]);
    expect(made.said).toContain("Backed up the database");
    expect(made.said).not.toContain("not in the store");
    expect(made.code).toBe(0);

    const place = await makePlace();
    const done = await runCommand("restore", place, file);
    expect(done.said).not.toContain("not in the backup");
    expect(done.code).toBe(0);
    const db = openDatabase(place.databasePath);
    expect(db.pragma("integrity_check")).toEqual([{ integrity_check: "ok" }]);
    expect(db.pragma("foreign_key_check")).toEqual([]);
    const uuids = db.prepare("SELECT uuid FROM rock_posts").pluck().all();
    expect(
      acknowledged.filter(
        (uuid) => stillThere.has(uuid) && !uuids.includes(uuid),
      ),
    ).toEqual([]);

    const restored = await forThisTest(
      startSite({
        env: {
          ...OPEN,
          DATABASE_PATH: place.databasePath,
          MEDIA_DIR: place.mediaDir,
        },
      }),
    );
    await untilIdle(restored);
    expect(
      query(
        restored,
        "SELECT count(*) AS n FROM rock_post_images WHERE NOT ready",
      ),
    ).toEqual([{ n: 0 }]);
    const pictures = await listShownPictures(restored);
    expect(pictures.length).toBeGreaterThan(40);
    for (const address of pictures) {
      const answer = await fetch(restored.baseURL + address);
      expect(answer.status, address).toBe(200);
      expect(answer.headers.get("content-type")).toBe("image/webp");
    }
    const known = new Set(
      await Promise.all(
        ["orientation-6.jpg", "plain.png", "portrait.heic"].map(async (name) =>
          hashOf(await readFile(fixture(name))),
        ),
      ),
    );
    for (const [original, hash] of Object.entries(
      await readOriginals(path.join(place.mediaDir, "rocks")),
    ))
      expect(known.has(hash), original).toBe(true);
  }, 240_000);

  test("says so where an original is lost, and holds all the others", async () => {
    const site = await startFilledSite();
    const [lost] = listOriginals(inStore(site, "rocks"));
    await rm(inStore(site, "rocks", lost!));
    const file = path.join(await makeFolder(), "site.tar");
    const { code, said } = await runCommand("backup", site, file);
    expect(said).toContain(`1 originals that the database names`);
    expect(said).toContain(lost);
    expect(code).toBe(0);
    const place = await makePlace();
    const done = await runCommand("restore", place, file);
    expect(done.said).toContain(lost);
    expect(done.code).toBe(0);
  });

  test("that is killed leaves the one before it whole, and the next clears up after it", async () => {
    const site = await startFilledSite();
    const folder = await makeFolder();
    const file = path.join(folder, "site.tar");
    await runCommand("backup", site, file);
    const before = hashOf(await readFile(file));
    const { child, ended } = startCommand("backup", site, file);
    await until(async () =>
      (await readdir(folder)).includes("site.tar.making") || !isRunning(child)
        ? true
        : undefined,
    );
    child.kill("SIGKILL");
    await ended;
    expect(hashOf(await readFile(file))).toBe(before);
    await runCommand("backup", site, file);
    expect(await readdir(folder)).toEqual(["site.tar"]);
  });

  test("needs a database to be taken of, and a file to go to", async () => {
    const place = await makePlace();
    const nothing = await runCommand("backup", place, "/tmp/never.tar");
    expect(nothing).toMatchObject({ code: 1 });
    expect(nothing.said).toContain("There is nothing to back up");
    const unnamed = await runCommand("backup", place, "");
    expect(unnamed).toMatchObject({ code: 1 });
    expect(unnamed.said).toContain("npm run backup -- FILE");
  });
});

describe("a restore", () => {
  test("into an existing place keeps what was there aside, whole", async () => {
    const site = await startFilledSite();
    const file = path.join(await makeFolder(), "site.tar");
    await runCommand("backup", site, file);
    const other = await forThisTest(startSite({ env: OPEN }));
    const answer = await sendFind(other, { ...findFields, rockNumber: "9" });
    const { uuid } = (await answer.json()) as { uuid: string };
    await untilIdle(other);
    const before = await readOriginals(other.mediaDir);
    await other.kill();
    letGo(other);

    const done = await runCommand("restore", other, file);
    expect(done.code).toBe(0);
    expect(await readOriginals(other.mediaDir)).toEqual(
      await readOriginals(site.mediaDir),
    );
    const [database, store] = done.said.split("\n").slice(-2);
    expect(await readOriginals(store!)).toEqual(before);
    const kept = openDatabase(database!);
    expect(kept.prepare("SELECT uuid FROM rock_posts").all()).toEqual([
      { uuid },
    ]);

    await other.restart();
    await untilIdle(other);
    const shown = await listShownPictures(other);
    for (const address of shown)
      expect((await fetch(other.baseURL + address)).status, address).toBe(200);
  });

  test("is refused while the site runs, and changes nothing", async () => {
    const site = await startFilledSite();
    const file = path.join(await makeFolder(), "site.tar");
    await runCommand("backup", site, file);
    const before = await readSite(site);
    const done = await runCommand("restore", site, file);
    expect(done.said).toContain("The site is running");
    expect(done.code).toBe(1);
    expect(await readSite(site)).toEqual(before);
    expect(await readdir(site.mediaDir)).not.toContain(".restoring");
  });

  test("of a file that is not whole, or no backup, says what is wrong and changes nothing", async () => {
    const site = await startFilledSite();
    const folder = await makeFolder();
    const good = path.join(folder, "good.tar");
    await runCommand("backup", site, good);
    await site.kill();
    letGo(site);
    const before = filesBelow(path.dirname(site.mediaDir));
    const bytes = await readFile(good);

    const flipped = Buffer.from(bytes);
    const at = bytes.indexOf(await readFile(fixture("greyscale.jpg"))) + 100;
    flipped[at] = flipped[at]! ^ 1;
    const outside = pack();
    outside.entry({ name: "media/../../escaped.jpg" }, "x");
    outside.finalize();
    const link = pack();
    link.entry({
      name: "media/albums/sea/b.jpg",
      type: "symlink",
      linkname: "/etc/passwd",
    });
    link.finalize();
    const broken: Record<string, Buffer> = {
      "media/albums/sea/a.jpg is not as it was": flipped,
      "This file is no whole backup": bytes.subarray(0, bytes.length / 2),
      "it has no checksums": bytes.subarray(0, 0),
      "it holds": await buffer(outside),
      "is not a file": await buffer(link),
      "no whole backup": Buffer.from("not a tar at all".repeat(100)),
    };
    for (const [sentence, content] of Object.entries(broken)) {
      const file = path.join(folder, "broken.tar");
      await writeFile(file, content);
      const done = await runCommand("restore", site, file);
      expect(done.said).toContain(sentence);
      expect(done.said.split("\n")).toHaveLength(1);
      expect(done.code).toBe(1);
      expect(filesBelow(path.dirname(site.mediaDir))).toEqual(before);
    }
    const none = await runCommand("restore", site, path.join(folder, "no.tar"));
    expect(none.said).toContain("There is no file");
  });

  test("of a newer version's backup is refused", async () => {
    const site = await startFilledSite();
    alter(
      site,
      "INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('later', 99999999999999)",
    );
    const file = path.join(await makeFolder(), "site.tar");
    await runCommand("backup", site, file);
    const place = await makePlace();
    const done = await runCommand("restore", place, file);
    expect(done.said).toContain("newer version");
    expect(filesBelow(path.dirname(path.dirname(place.databasePath)))).toEqual(
      [],
    );
  });

  test("that is killed before its end leaves the old site, and the next one succeeds", async () => {
    const site = await startFilledSite();
    const file = path.join(await makeFolder(), "site.tar");
    await runCommand("backup", site, file);
    await site.kill();
    letGo(site);
    const before = await readOriginals(site.mediaDir);
    const { child, ended } = startCommand("restore", site, file);
    await until(async () =>
      (await readdir(site.mediaDir)).includes(".restoring") ? true : undefined,
    );
    child.kill("SIGKILL");
    await ended;
    await site.restart();
    await untilIdle(site);
    expect(await readOriginals(site.mediaDir)).toEqual(before);
    expect(query(site, "SELECT count(*) AS n FROM rock_posts")).toEqual([
      { n: 2 },
    ]);
    await site.kill();
    letGo(site);
    expect(await runCommand("restore", site, file)).toMatchObject({ code: 0 });
    expect(await readdir(site.mediaDir)).not.toContain(".restoring");
  });
});

describe("the nightly backup", () => {
  test("is made by the site into BACKUP_DIR, of which the newest BACKUP_KEEP stay", async () => {
    const folder = await makeFolder();
    const old = [1, 2, 3].map((day) => `site-2020010${day}T030000Z.tar`);
    for (const name of [...old, "site-by-hand.tar"])
      await writeFile(path.join(folder, name), "");
    await mkdir(path.join(folder, `${old[0]}.making`));
    await forThisTest(
      startSite({
        env: { ...OPEN, BACKUP_DIR: folder, BACKUP_KEEP: "2" },
      }),
    );
    const names = await until(async () => {
      const there = (await readdir(folder)).sort();
      return there.length === 3 && !there.some((name) => /making/.test(name))
        ? there
        : undefined;
    });
    const [kept, made, foreign] = names;
    expect(kept).toBe(old[2]);
    expect(made).toMatch(/^site-20[2-9]\d{5}T\d{6}Z\.tar$/);
    expect(foreign).toBe("site-by-hand.tar");
    const place = await makePlace();
    expect(
      await runCommand("restore", place, path.join(folder, made!)),
    ).toMatchObject({ code: 0 });
  });

  test("that fails is logged with its reason, and the site goes on", async () => {
    const folder = await makeFolder();
    await writeFile(path.join(folder, "file"), "");
    const site = await forThisTest(
      startSite({
        env: { ...OPEN, BACKUP_DIR: path.join(folder, "file") },
      }),
    );
    await until(() =>
      site.lines.find((line) => line.includes("the nightly backup failed")),
    );
    expect((await fetch(site.baseURL)).status).toBe(200);
  });
});
