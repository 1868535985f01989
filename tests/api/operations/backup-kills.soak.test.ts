import { setTimeout } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { deleteFind } from "#domain/finds/trashed-finds.server.ts";
import { listSnapshots } from "#domain/backup/snapshots.server.ts";
import { createRandom } from "#bench/generate/random.mjs";
import {
  makeFolder,
  makePlace,
  runCommand,
  startCommand,
} from "#tests/setup/calls/backup.ts";
import {
  addFind,
  addPhoto,
  emptyOwnStore,
  expectWhole,
  moveFind,
  ownData,
} from "#tests/setup/own-store.ts";
import { isRunning } from "#tests/setup/processes/child.ts";

/** `SEED=17 npm run test:unit -- tests/api/operations/backup-kills.soak.test.ts` kills at the same moments again. */
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e6));
const random = createRandom(seed);
const named = `seed ${seed}`;

beforeEach(() => {
  emptyOwnStore();
  addPhoto("sea");
});

/** Makes a backup, and kills it at a random moment of the time that it took before. @returns whether it was in time */
async function runAndKill(folder: string, usual: number) {
  const { child, ended } = startCommand("backup", ownData(), folder);
  const moment = setTimeout(usual * random.next() * 1.1);
  await Promise.race([ended, moment]);
  if (isRunning(child)) child.kill("SIGKILL");
  const { code, said } = await ended;
  if (code !== null) expect(code, `${said}, ${named}`).toBe(0);
  return code === null;
}

test("of 50 backups that are killed while finds come and go, each that is finished is whole", async () => {
  const folder = await makeFolder();
  const finds = Array.from({ length: 20 }, (_, n) => addFind(n + 1).rps_key);
  let isOver = false;
  const changes = (async () => {
    // About as many as at first, because a slow machine would otherwise have ever more to check.
    for (let n = 0; !isOver; n++) {
      finds.push(addFind(100 + n).rps_key);
      const [moved] = finds.splice(random.below(finds.length), 1);
      await moveFind(moved!, 1000 + n);
      const [deleted] = finds.splice(random.below(finds.length), 1);
      await deleteFind(deleted!, { forGood: n > 20 });
      finds.push(moved!);
      await setTimeout(random.below(50));
    }
  })();

  const first = startCommand("backup", ownData(), folder);
  const began = performance.now();
  expect(await first.ended).toMatchObject({ code: 0 });
  const usual = performance.now() - began;
  let killed = 0;
  const seen = new Set<string>();
  for (let n = 0; n < 50; n++) {
    if (await runAndKill(folder, usual)) killed++;
    for (const { path: made } of await listSnapshots(folder)) {
      if (seen.has(made)) continue;
      seen.add(made);
      expect(await expectWhole(made), named).toMatchObject({ complete: true });
    }
  }
  isOver = true;
  await changes;
  expect(killed, named).toBeGreaterThan(10);
  expect(seen.size, named).toBeGreaterThan(1);

  const place = await makePlace();
  for (const made of [...seen].slice(-3))
    expect(await runCommand("restore", place, made)).toMatchObject({ code: 0 });
  expect((await startCommand("backup", ownData(), folder).ended).code).toBe(0);
});
