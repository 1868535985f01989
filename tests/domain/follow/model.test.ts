import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import { deleteFind } from "#domain/finds/admin/delete-find.server.ts";
import { stopFollowing } from "#domain/follow/followers.server.ts";
import { restore } from "#domain/trash/restore.server.ts";
import { createRandom } from "#bench/generate/random.mjs";
import { forgetTries } from "#tests/setup/vitest/forget.ts";
import { emptyOwnStore } from "#tests/setup/own-store.ts";
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

class Round {
  private step = 0;
  private readonly finds: Find[] = [];
  private readonly followers: Follower[] = [];
  /** Addresses that have stopped while a mail was on its way, perhaps to them. */
  private readonly stopped = new Set<string>();
  /** Mails that a kill may have doubled. */
  private killed = 0;
  private readonly random;

  constructor(seed: number) {
    this.random = createRandom(seed);
  }

  async play() {
    for (this.step = 1; this.step <= STEPS; this.step++) {
      await this.random.pick(this.calls)!.call(this);
      await pass(this.random.pick([0, 1, 1, 3, 6, 40])! * MINUTE);
      this.stopped.forEach((address) => this.forgive(address));
      this.stopped.clear();
      this.check();
    }
    hooks.beforeTaking = undefined;
    refused.clear();
    // All that was put off is over by then.
    await pass(4 * HOUR);
    this.check();
    this.checkAll();
  }

  private readonly calls = [
    ...[this.send, this.send, this.follow, this.follow, this.toggle],
    ...[this.toggle, this.move, this.remove, this.bringBack, this.stop],
    ...[this.interrupt, this.interrupt, this.kill, this.putOff],
    () => jump(this.random.pick([40 * DAY, -40 * DAY, 3 * HOUR])!),
  ];

  private send() {
    const place = `Place ${this.finds.length + 1}`;
    const rock = this.random.pick(ROCKS)!;
    const owner = this.random.pick([...ADDRESSES, "", ""])!;
    const isShown = this.random.next() < 0.6;
    const key = addFind({ rock, show: isShown, location: place, email: owner });
    const find: Find = { key, place, rock, isShown, owner, spans: [] };
    this.finds.push(find);
    this.open(find);
  }

  private async follow() {
    const address = this.random.pick(ADDRESSES)!;
    const rock = this.random.pick(ROCKS)!;
    if (this.followers.some((f) => f.address === address && f.rock === rock))
      return;
    if (refused.has(address)) return;
    forgetTries();
    const key = await follow(address, rock);
    const before = this.countsOf(address);
    this.followers.push({ address, rock, since: this.step, key, before });
  }

  private get here() {
    return this.finds.filter(({ trashKey }) => trashKey === undefined);
  }

  /** Changes a find that is there, and what the model knows of it. */
  private change(run: (find: Find) => unknown) {
    const find = this.random.pick(this.here);
    if (!find) return;
    this.close(find);
    run(find);
    this.open(find);
  }

  private toggle() {
    this.change((find) => show(find.key, (find.isShown = !find.isShown)));
  }

  private move() {
    this.change((find) => moveTo(find.key, (find.rock = 3 - find.rock)));
  }

  private async remove() {
    const find = this.random.pick(this.here);
    if (!find) return;
    this.close(find);
    find.trashKey = (await deleteFind(find.key))!;
  }

  private async bringBack() {
    const trashed = this.finds.filter((find) => !this.here.includes(find));
    const find = this.random.pick(trashed);
    if (!find) return;
    await restore(find.trashKey!);
    find.trashKey = undefined;
    this.open(find);
  }

  private stop() {
    const follower = this.random.pick(this.followers);
    if (!follower) return;
    stopFollowing(follower.key);
    this.followers.splice(this.followers.indexOf(follower), 1);
    this.forgive(follower.address);
    return follower.address;
  }

  /** What an address was told as a follower of a rock that it has stopped is not held against the others. */
  private forgive(address: string) {
    const before = this.countsOf(address);
    for (const follower of this.followers)
      if (follower.address === address) follower.before = before;
  }

  /** Something happens while a mail is on its way. */
  private interrupt() {
    const call = this.random.pick([
      () => {
        const address = this.stop();
        if (address) this.stopped.add(address);
      },
      () => this.toggle(),
      () => this.move(),
      () => this.remove(),
    ])!;
    hooks.beforeTaking = async () => {
      hooks.beforeTaking = undefined;
      await call();
    };
  }

  /** What is left if the site is killed after the mail server took the last mail. */
  private kill() {
    const last = getDb().get<{ flw_key: number; news: string } | undefined>(sql`
      SELECT flw_key, news FROM sent WHERE flw_key IN (SELECT flw_key FROM told)
         AND flw_key NOT IN (SELECT flw_key FROM outbox) ORDER BY mail_key DESC LIMIT 1`);
    if (!last) return;
    this.killed++;
    const { flw_key, news } = last;
    for (const change of [
      sql`INSERT INTO outbox SELECT * FROM sent WHERE flw_key = ${flw_key} ORDER BY mail_key DESC LIMIT 1`,
      sql`DELETE FROM told WHERE flw_key = ${flw_key} AND news_key IN (SELECT value FROM json_each(${news}))`,
      sql`UPDATE followers SET told_hour = NULL WHERE flw_key = ${flw_key}`,
    ])
      getDb().run(change);
  }

  private putOff() {
    if (refused.size > 0) refused.clear();
    else refused.set(this.random.pick(ADDRESSES)!, 450);
  }

  private open(find: Find) {
    if (find.isShown && find.trashKey === undefined)
      find.spans.push({ rock: find.rock, from: this.step, to: Infinity });
  }

  private close(find: Find) {
    const span = find.spans.at(-1);
    if (span?.to === Infinity) span.to = this.step;
  }

  /** How many different mails have told an address of each place. */
  private countsOf(address: string) {
    const counts = new Map<string, number>();
    for (const place of toldOf(address).flat())
      counts.set(place!, (counts.get(place!) ?? 0) + 1);
    return counts;
  }

  /** Nobody is told twice, unless the site was killed, or of what was never public while the address followed. */
  private check() {
    for (const { address, rock, since, before } of this.followers)
      for (const [place, count] of this.countsOf(address)) {
        const times = count - (before.get(place) ?? 0);
        if (times <= 0) continue;
        const find = this.finds.find((one) => one.place === place)!;
        expect(find.owner, place).not.toBe(address);
        const spans = find.spans.filter(({ from }) => from >= since);
        const rocks = new Set(spans.map((span) => span.rock));
        const follows = this.followers.filter((f) => f.address === address);
        expect(times, `${address} ${place}`).toBeLessThanOrEqual(
          Math.max(1, follows.length) + this.killed,
        );
        if (follows.length === 1)
          expect(rocks.has(rock), `${address} ${place} ${rock}`).toBe(true);
      }
  }

  /** Whoever follows a rock since before a find was public as the rock's has been told of it, if it is so still. */
  private checkAll() {
    for (const { address, rock, since } of this.followers)
      for (const { place, owner, spans } of this.finds) {
        const ofRock = spans.filter((span) => span.rock === rock);
        const isOpen = ofRock.at(-1)?.to === Infinity;
        const isNew = ofRock.every(({ from }) => from > since);
        if (isOpen && isNew && owner !== address)
          expect(
            this.countsOf(address).get(place) ?? 0,
            `${address} ${place} of rock ${rock}`,
          ).toBeGreaterThan(0);
      }
    const ids = server.mails.map(({ messageId }) => messageId);
    expect(ids.length - new Set(ids).size).toBeLessThanOrEqual(this.killed);
  }
}

/** Keeps the mails that leave the outbox. */
const KEEP_SENT = `
  DROP TRIGGER IF EXISTS keep_sent;
  DROP TABLE IF EXISTS temp.sent;
  CREATE TEMP TABLE sent AS SELECT * FROM outbox WHERE 0;
  CREATE TEMP TRIGGER keep_sent BEFORE DELETE ON outbox WHEN old.news IS NOT NULL BEGIN
    INSERT INTO sent SELECT * FROM outbox WHERE mail_key = old.mail_key;
  END`;

const seeds = chooseSeeds("FOLLOW_SEEDS", { short: "1-2", long: "1-16" });

test(
  "whoever should be told is told, once, whatever happens",
  async () => {
    for (const seed of seeds) {
      emptyOwnStore();
      reset();
      getDb().$client.exec(KEEP_SENT);
      try {
        await new Round(seed).play();
      } catch (error) {
        throw new Error(`FOLLOW_SEEDS=${seed}`, { cause: error });
      }
    }
  },
  seeds.length * 30_000,
);
