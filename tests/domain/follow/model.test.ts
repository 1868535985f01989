import { expect, test } from "vitest";
import { deleteFind } from "#domain/finds/trashed-finds.server.ts";
import { stopFollowing } from "#domain/follow/followers.server.ts";
import { restore } from "#domain/trash/trash.server.ts";
import { createRandom } from "#bench/generate/random.mjs";
import { forgetTries } from "#tests/setup/vitest/forget.ts";
import { emptyOwnStore } from "#tests/setup/own-store.ts";
import { readRows, runSql } from "#tests/setup/rows.ts";
import { chooseSeeds } from "#tests/setup/seeds.ts";
import {
  addFind,
  DAY,
  follow,
  hooks,
  HOUR,
  jump,
  MINUTE,
  moveTo,
  pass,
  refused,
  reset,
  server,
  show,
  toldOf,
  useMailServer,
} from "../mailbox.ts";

/**
 * Plays schedules that a seed decides, and compares who was told what with a model. The model keeps since when each
 * find has been public as which rock's, and since when each address follows.
 */

useMailServer();

const ROCKS = [1, 2];
const ADDRESSES = ["a@example.org", "b@example.org", "c@example.org"];
const STEPS = 24;

interface Find {
  key: number;
  place: string;
  rock: number;
  isShown: boolean;
  trashKey?: number;
  owner: string;
  /** When it became public, as which rock's, and when that ended. Steps count, not time. */
  spans: { rock: number; from: number; to: number }[];
}

interface Follower {
  address: string;
  rock: number;
  since: number;
  key: string;
  /** How many mails the address had got about each place before. */
  before: Map<string, number>;
}

/** How many different mails have told an address of each place. */
function countsOf(address: string) {
  const counts = new Map<string, number>();
  for (const place of toldOf(address).flat())
    counts.set(place!, (counts.get(place!) ?? 0) + 1);
  return counts;
}

async function play(seed: number) {
  const random = createRandom(seed);
  const finds: Find[] = [];
  const followers: Follower[] = [];
  /** Addresses that have stopped while a mail was on its way, perhaps to them. */
  const stopped = new Set<string>();
  /** Mails that a kill may have doubled. */
  let killed = 0;
  let step = 0;

  function open(find: Find) {
    if (find.isShown && find.trashKey === undefined)
      find.spans.push({ rock: find.rock, from: step, to: Infinity });
  }

  /** Changes a find that is in the trash or isn't, and what the model knows of it. */
  async function change(isTrashed: boolean, run: (find: Find) => unknown) {
    const find = random.pick(
      finds.filter(({ trashKey }) => (trashKey !== undefined) === isTrashed),
    );
    if (!find) return;
    const span = find.spans.at(-1);
    if (span?.to === Infinity) span.to = step;
    await run(find);
    open(find);
  }

  const toggle = () =>
    change(false, (find) => show(find.key, (find.isShown = !find.isShown)));
  const move = () =>
    change(false, (find) => moveTo(find.key, (find.rock = 3 - find.rock)));
  const remove = () =>
    change(false, async (find) => {
      find.trashKey = (await deleteFind(find.key))!;
    });
  const bringBack = () =>
    change(true, async (find) => {
      await restore(find.trashKey!);
      find.trashKey = undefined;
    });

  function send() {
    const place = `Place ${finds.length + 1}`;
    const rock = random.pick(ROCKS)!;
    const owner = random.pick([...ADDRESSES, "", ""])!;
    const isShown = random.next() < 0.6;
    const key = addFind({ rock, show: isShown, location: place, email: owner });
    const find: Find = { key, place, rock, isShown, owner, spans: [] };
    finds.push(find);
    open(find);
  }

  async function begin() {
    const address = random.pick(ADDRESSES)!;
    const rock = random.pick(ROCKS)!;
    if (followers.some((f) => f.address === address && f.rock === rock)) return;
    if (refused.has(address)) return;
    forgetTries();
    const key = await follow(address, rock);
    const before = countsOf(address);
    followers.push({ address, rock, since: step, key, before });
  }

  function stop() {
    const follower = random.pick(followers);
    if (!follower) return;
    stopFollowing(follower.key);
    followers.splice(followers.indexOf(follower), 1);
    forgive(follower.address);
    return follower.address;
  }

  /** What an address was told as a follower of a rock that it has stopped is not held against the others. */
  function forgive(address: string) {
    for (const follower of followers)
      if (follower.address === address) follower.before = countsOf(address);
  }

  function interrupt() {
    const stopNow = () => {
      const address = stop();
      if (address) stopped.add(address);
    };
    const call = random.pick([stopNow, toggle, move, remove])!;
    hooks.beforeTaking = async () => {
      hooks.beforeTaking = undefined;
      await call();
    };
  }

  /** What is left if the site is killed after the mail server took the last mail. */
  function kill() {
    const [last] = readRows(`
      SELECT flw_key, news FROM sent WHERE flw_key IN (SELECT flw_key FROM told)
         AND flw_key NOT IN (SELECT flw_key FROM outbox) ORDER BY mail_key DESC LIMIT 1`);
    if (!last) return;
    killed++;
    const { flw_key, news } = last as { flw_key: number; news: string };
    runSql(`
      INSERT INTO outbox SELECT * FROM sent WHERE flw_key = ${flw_key} ORDER BY mail_key DESC LIMIT 1;
      DELETE FROM told WHERE flw_key = ${flw_key} AND news_key IN (SELECT value FROM json_each('${news}'));
      UPDATE followers SET told_hour = NULL WHERE flw_key = ${flw_key}`);
  }

  function putOff() {
    if (refused.size > 0) refused.clear();
    else refused.set(random.pick(ADDRESSES)!, 450);
  }

  /** Nobody is told twice, unless the site was killed, or of what was never public while the address followed. */
  function check() {
    for (const { address, rock, since, before } of followers)
      for (const [place, count] of countsOf(address)) {
        const times = count - (before.get(place) ?? 0);
        if (times <= 0) continue;
        const find = finds.find((one) => one.place === place)!;
        expect(find.owner, place).not.toBe(address);
        const follows = followers.filter((f) => f.address === address);
        expect(times, `${address} ${place}`).toBeLessThanOrEqual(
          Math.max(1, follows.length) + killed,
        );
        const isKnown = find.spans.some(
          (span) => span.rock === rock && span.from >= since,
        );
        if (follows.length === 1)
          expect(isKnown, `${address} ${place} ${rock}`).toBe(true);
      }
  }

  /** Whoever follows a rock since before a find was public as the rock's has been told of it, if it is so still. */
  function checkAll() {
    for (const { address, rock, since } of followers)
      for (const { place, owner, spans } of finds) {
        const ofRock = spans.filter((span) => span.rock === rock);
        const isOpen = ofRock.at(-1)?.to === Infinity;
        const isNew = ofRock.every(({ from }) => from > since);
        if (isOpen && isNew && owner !== address)
          expect(
            countsOf(address).get(place) ?? 0,
            `${address} ${place} of rock ${rock}`,
          ).toBeGreaterThan(0);
      }
    const ids = server.mails.map(({ messageId }) => messageId);
    expect(ids.length - new Set(ids).size).toBeLessThanOrEqual(killed);
  }

  const jumpAway = () => jump(random.pick([40 * DAY, -40 * DAY, 3 * HOUR])!);
  const calls: (() => unknown)[] = [
    ...[send, send, begin, begin, toggle, toggle, move, remove, bringBack],
    ...[stop, interrupt, interrupt, jumpAway, kill, putOff],
  ];
  for (step = 1; step <= STEPS; step++) {
    await random.pick(calls)!();
    await pass(random.pick([0, 1, 1, 3, 6, 40])! * MINUTE);
    stopped.forEach(forgive);
    stopped.clear();
    check();
  }
  hooks.beforeTaking = undefined;
  refused.clear();
  // All that was put off is over by then.
  await pass(4 * HOUR);
  check();
  checkAll();
}

const KEEP_SENT = `
  DROP TRIGGER IF EXISTS keep_sent;
  DROP TABLE IF EXISTS temp.sent;
  CREATE TEMP TABLE sent AS SELECT * FROM outbox WHERE 0;
  CREATE TEMP TRIGGER keep_sent BEFORE DELETE ON outbox WHEN old.news IS NOT NULL BEGIN
    INSERT INTO sent SELECT * FROM outbox WHERE mail_key = old.mail_key;
  END`;

const seeds = chooseSeeds("FOLLOW_SEEDS", { short: "1-2", long: "1-16" });

test.each(seeds.map((seed) => [seed]))(
  "whoever should be told is told, once, whatever happens: FOLLOW_SEEDS=%i",
  async (seed) => {
    emptyOwnStore();
    reset();
    runSql(KEEP_SENT);
    await play(seed);
  },
);
