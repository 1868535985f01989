import { expect, test } from "vitest";
import { makeFolder } from "#tests/setup/calls/backup.ts";
import { beginUpload } from "#tests/setup/calls/held-upload.ts";
import { readLog } from "#tests/setup/log.ts";
import { imageProcessesOf } from "#tests/setup/processes/processes.ts";
import { startSite } from "#tests/setup/processes/site.ts";
import { until } from "#tests/setup/until.ts";
import { forThisTest } from "#tests/setup/vitest/site.ts";

/** What a terminal signals at Ctrl+C: the site, its parent, and all that is in their group. */
const signalGroup = (leader: number, signal: NodeJS.Signals) =>
  process.kill(-leader, signal);

/** With a parent, as `npm start` has it. */
const start = async () =>
  forThisTest(
    startSite({ env: { BACKUP_DIR: await makeFolder() }, leadsGroup: true }),
  );

const isLogged = ({ lines }: { lines: string[] }, message: string) =>
  readLog(lines).some((entry) => entry.message === message);

test.each(["SIGTERM", "SIGINT"] as const)(
  "%s to the whole group, twice, refuses no photograph whose check is just starting",
  async (signal) => {
    const site = await start();
    const upload = await beginUpload(site);
    const answered = upload.finish();
    const [check] = await until(async () => {
      const pids = await imageProcessesOf(site.pid());
      return pids.length > 0 && pids;
    });
    const ended = site.kill(signal);
    signalGroup(site.pid(), signal);
    // Service managers signal what is in no group too.
    process.kill(check!, signal);
    expect((await answered).status).toBe(201);
    expect(await ended).toBe(0);
    expect(isLogged(site, "stopped before everything had ended")).toBe(false);
    expect(site.count("rock_posts")).toBe(1);
  },
);
