import { existsSync } from "node:fs";
import { expect } from "vitest";
import { emptySite } from "#tests/setup/calls/empty-site.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { until } from "#tests/setup/until.ts";
import {
  describeCall,
  isUnknown,
  remove,
  send,
  type Call,
  type Known,
  type Stage,
} from "./call.ts";
import { checkAnswers, Ledger } from "./check.ts";
import { showOnMap } from "./finds.ts";
import { checkLooks } from "./looks.ts";
import { checkFiles, filesOf, Witness } from "./public.ts";
import { bringBack, purge } from "./things.ts";
import { openRows, type Kind, type Rows } from "./rows.ts";
import { callFor, type Step } from "./steps.ts";

/**
 * Plays steps on an empty site, and deletes everything at the end.
 * @throws {Error} that names the calls, and what is wrong after the last of them
 */
export async function playRound(stage: Stage, steps: Step[]) {
  await emptySite(stage.site);
  const round = new Round(stage);
  try {
    for (const step of steps) await round.play(step);
    await round.end();
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`${round.lines.join("\n")}\n${message}`, { cause: error });
  }
}

class Round {
  readonly lines: string[] = [];
  private readonly readRows: () => Rows;
  private readonly witness: Witness;
  private readonly ledger = new Ledger();
  private readonly known: Known = { versions: new Map(), undos: [] };
  private rows: Rows;
  private calls = 0;

  constructor(private readonly stage: Stage) {
    this.readRows = openRows(stage.site);
    this.witness = new Witness(stage);
    this.rows = this.readRows();
  }

  async play({ actions, settles }: Step) {
    const calls = actions.flatMap((action) => {
      const chance = { ...action, ...this.known, id: ++this.calls };
      return callFor(this.rows, chance) ?? [];
    });
    if (calls.length === 0) return;
    const alone = calls.find(({ waits, isAlone }) => waits || isAlone);
    const isSettled = settles || alone?.waits === true;
    await this.send(alone ? [alone] : calls, isSettled);
    if (isSettled) await this.look();
  }

  private async send(calls: Call[], settles = true) {
    const { site } = this.stage;
    // A picture that is being made makes another version of its find.
    if (calls.some(({ waits, content }) => waits || content))
      await site.untilIdle();
    this.rows = this.readRows();
    const before = this.rows;
    const ready = await Promise.all(
      calls.map(async (call) => {
        const { headers, ...more } = (await call.prepare?.(site)) ?? {};
        return { ...call, ...more, headers: { ...headers, ...call.headers } };
      }),
    );
    const all = await Promise.all(
      ready.map(async (call) => ({
        call,
        answer: await send(this.stage, call),
      })),
    );
    for (const { call, answer } of all)
      this.lines.push(
        `- ${calls.length > 1 ? "at once, " : ""}${describeCall(call)} → ${answer.status}`,
      );
    if (settles) await site.untilIdle();
    this.rows = this.readRows();
    checkAnswers(before, all);
    this.ledger.check(before, all, this.rows);
    const [{ call, answer }] = all as [(typeof all)[0]];
    const { undo } = (answer.body ?? {}) as { undo?: string };
    if (undo && calls.length === 1) {
      const { key } = call.about!;
      this.known.undos.push({ token: undo, before, after: this.rows, key });
    }
  }

  private async look(all = false) {
    await checkLooks(this.stage, this.rows, this.known);
    await this.witness.checkPictures(this.rows, all);
  }

  /** Looks at everything, then deletes everything, brings it back and deletes it for good. */
  async end() {
    this.lines.push("- at the end");
    await this.lookAtAll();
    checkFiles(this.stage.site, this.rows);
    await this.sendEach(this.rows.finds, showOnMap);
    await this.removeAll();
    // Everything that has room comes back.
    await this.sendEach(this.rows.trash, (item) => bringBack(item, this.rows));
    await this.lookAtAll();
    await this.removeAll("finds");
    // Rocks without finds: what still counts one shows here.
    await this.lookAtAll();
    await this.removeAll();
    // What is part of another goes with it.
    for (let item; (item = this.rows.trash[0]);)
      await this.send([purge(item)], false);
    await this.untilTidy();
    const left = LEFT_EMPTY.filter((table) => this.stage.site.count(table) > 0);
    expect([...left, ...filesOf(this.stage.site)], "what is left").toEqual([]);
  }

  private async lookAtAll() {
    await this.untilTidy();
    this.rows = this.readRows();
    await this.look(true);
  }

  private async sendEach<T>(list: T[], make: (one: T) => Call) {
    for (const one of list) await this.send([make(one)], false);
  }

  private async removeAll(...kinds: Kind[]) {
    if (kinds.length === 0) kinds = ["finds", "rocks", "albums", "artists"];
    for (const kind of kinds)
      await this.sendEach<object>(
        this.rows[kind].filter((row) => !isUnknown(row)),
        (row) => remove(kind, row),
      );
  }

  /** Waits for jobs and temporary files. An upload stays if nothing has used it. */
  private async untilTidy() {
    const { site } = this.stage;
    await site.untilIdle();
    await until(() => {
      const folder = site.inStore("tmp");
      const left = existsSync(folder) ? filesBelow(folder) : [];
      const unused = this.readRows().uploads.filter(({ is_used }) => !is_used);
      const isUnused = (file: string) =>
        unused.some(({ id }) => file === `uploads/${id}`);
      return left.every(isUnused) || undefined;
    });
  }
}

const LEFT_EMPTY = [
  ...["rock_pins", "rock_post_images", "rock_posts", "rock_artists", "rocks"],
  ...["photos", "albums", "used_photo_names", "trash", "trashed_rock_artists"],
  ...["history", "removals"],
];
