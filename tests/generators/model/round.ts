import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { emptySite, FOLDERS } from "#tests/setup/calls/empty-site.ts";
import { filesBelow, sumOf } from "#tests/setup/files.ts";
import {
  describeCall,
  getAsAdmin,
  prepare,
  send,
  type Answer,
  type Call,
  type Chance,
} from "./calls/call.ts";
import { showOnMap } from "./calls/finds.ts";
import {
  bringBack,
  isUnknown,
  listTrash,
  purge,
  remove,
} from "./calls/things.ts";
import { derivatives, derivativesInTrash, originals } from "./files.ts";
import { compare, type Seen } from "./compare.ts";
import { looksAt, subjectsOf, type Look } from "./looks.ts";
import { bytesOf } from "../pictures.ts";
import { listRowsLeft, untilOver, type ModelSite } from "./site.ts";
import {
  byKey,
  emptyState,
  isSame,
  KINDS,
  listPictures,
  live,
  versionOf,
  type Kind,
  type State,
} from "./state.ts";
import { callFor, type Step } from "./steps.ts";
import { Witness } from "./witness.ts";

/** What was sent in a round, and what is wrong if anything is. */
export interface Report {
  lines: string[];
  wrong?: string;
  /** How many steps were played. */
  played: number;
}

/** Plays a sequence of steps on an empty site. */
export async function playRound(on: ModelSite, steps: Step[]): Promise<Report> {
  await emptySite(on.site);
  const round = new Round(on);
  const { lines } = round;
  let played = 0;
  try {
    for (const step of steps) {
      played++;
      await round.play(step);
    }
    await round.end();
    return { lines, played };
  } catch (error) {
    return { lines, played, wrong: (error as Error).message };
  }
}

class Round {
  readonly lines: string[] = [];
  private state: State;
  private readonly versions: Chance["versions"] = new Map();
  private readonly witness: Witness;

  constructor(private readonly on: ModelSite) {
    this.state = emptyState(on.unknown);
    this.witness = new Witness(on);
  }

  async play({ actions, settles }: Step) {
    const calls = actions.flatMap(
      (action) => callFor(this.state, action, this.versions) ?? [],
    );
    const waiting = calls.find(({ waits }) => waits);
    if (waiting) await this.send([waiting], true);
    else if (calls.length > 0) await this.send(calls, settles);
  }

  /** Sends calls at once. The site must then be as one of their orders leaves it. */
  private async send(calls: Call[], settles: boolean) {
    const before = this.state;
    const ready = await Promise.all(
      calls.map((call) => prepare(this.on, call)),
    );
    const answers = await Promise.all(ready.map((call) => send(this.on, call)));
    calls.forEach((call, n) => this.note(call, answers[n]!, n, calls.length));
    if (settles) await this.on.site.untilIdle();
    for (const [n, { learn }] of calls.entries())
      if (learn && answers[n]!.status < 300)
        answers[n]!.learned = await learn(getAsAdmin(this.on), answers[n]!);
    const after = endsOf(before, calls, answers);
    if (settles) for (const state of after) markReady(state);
    // Which of several states it is may show anywhere.
    const subjects = after.length > 1 ? undefined : calls.flatMap(subjectsOf);
    const isOf = ({ of }: Look) =>
      !subjects || subjects.some((subject) => of.includes(subject));
    const looks = looksAt([...after, before]).filter(isOf);
    this.state = await this.matching(after, looks);
    this.witness.note(this.state);
    if (!settles) return;
    await this.witness.checkAddresses(this.state);
    await this.witness.checkPictures(this.state);
  }

  private note(call: Call, { status }: Answer, n: number, of: number) {
    const mark = of === 1 ? "-" : n === 0 ? "- at once:\n  -" : "  -";
    this.lines.push(`${mark} ${describeCall(call)} → ${status}`);
  }

  /** The first of these states that the site is in. */
  private async matching(states: State[], looks = looksAt(states)) {
    const seen = await Promise.all(
      looks.map(async (look): Promise<Seen> => {
        const method = look.body ? "POST" : "GET";
        return { look, ...(await send(this.on, { ...look, method })) };
      }),
    );
    const wrong: Error[] = [];
    for (const state of states)
      try {
        for (const one of seen) compare(one, state);
        this.noteVersions(seen, state);
        return state;
      } catch (error) {
        wrong.push(error as Error);
      }
    throw wrong[0]!;
  }

  private noteVersions(seen: Seen[], state: State) {
    for (const { look, status, body } of seen)
      if (look.rows && status === 200)
        for (const row of body as Record<string, unknown>[]) {
          const key = Number(row[KINDS[look.rows].key]);
          const thing = byKey<{ key: number }>(state[look.rows], key)!;
          // The order of its artists isn't promised.
          if ("isMended" in thing && thing.isMended) continue;
          const known = versionOf(state, look.rows, thing);
          const last = { etag: String(row.version), known };
          const name = `${look.rows} ${key}`;
          const first = this.versions.get(name)?.first ?? last;
          this.versions.set(name, { first, last });
        }
  }

  /** Compares everything, then deletes everything, after which nothing may be left. */
  async end() {
    this.lines.push("- at the end");
    await this.compareAll();
    await this.witness.checkAddresses(this.state, true);
    await this.witness.checkPictures(this.state, true);
    await this.witness.checkPages(this.state);
    await this.checkFiles();
    const removeAll = async (kind: Kind) => {
      for (const thing of live(this.state, kind))
        if (!isUnknown(thing)) await this.sendAlone(remove(kind, thing.key));
    };
    for (const { key } of live(this.state, "finds"))
      await this.sendAlone(showOnMap(key));
    await removeAll("finds");
    // Each comes back as it was, with its images shown or hidden.
    for (const { trash_key, kind } of listTrash(this.state))
      if (kind === "finds")
        await this.sendAlone(bringBack(this.state, trash_key));
    await this.compareAll();
    await removeAll("finds");
    // Rocks without finds: what still counts one shows here.
    await this.compareAll();
    for (const kind of ["rocks", "albums", "artists"] as const)
      await removeAll(kind);
    for (let left; (left = listTrash(this.state)[0]);)
      await this.sendAlone(purge(left.trash_key));
    await untilOver(this.on);
    assert.deepEqual(
      [...listRowsLeft(this.on), ...this.listFiles()],
      [],
      "everything is deleted for good, but something is left",
    );
  }

  private async compareAll() {
    await untilOver(this.on);
    markReady(this.state);
    await this.matching([this.state]);
  }

  private async sendAlone(call: Call) {
    const answer = await send(this.on, call);
    this.note(call, answer, 0, 1);
    [this.state] = endsOf(this.state, [call], [answer]) as [State];
  }

  private listFiles() {
    const { inStore } = this.on.site;
    return FOLDERS.filter((folder) => existsSync(inStore(folder))).flatMap(
      (folder) =>
        filesBelow(inStore(folder)).map((file) => `${folder}/${file}`),
    );
  }

  /** Every original must be there with its bytes, every derivative too, and nothing else. */
  private async checkFiles() {
    const there = this.listFiles();
    const isOriginal = (file: string) =>
      /\/original\/|^albums\/[^/]+\/[^/]+$/.test(file);
    const found = there.filter(isOriginal).map((file) => {
      const bytes = readFileSync(this.on.site.inStore(file));
      return `${path.posix.dirname(file)} ${sumOf(bytes)}`;
    });
    const expected = await Promise.all(
      originals(this.state).map(
        async ([folder, picture]) =>
          `${folder} ${sumOf(await bytesOf(picture))}`,
      ),
    );
    assert.deepEqual(found.sort(), expected.sort(), "originals in the store");
    const trashed = derivativesInTrash(this.state);
    assert.deepEqual(
      there.filter((file) => !isOriginal(file) && !trashed.has(file)).sort(),
      derivatives(this.state),
      "derivatives in the store",
    );
  }
}

function markReady(state: State) {
  for (const picture of listPictures(state)) picture.ready = true;
}

/** The states in which the calls may leave the site: one for each order of them that explains all answers. */
function endsOf(before: State, calls: Call[], answers: Answer[]): State[] {
  const ends: State[] = [];
  let wrong = "";
  for (const order of ordersOf(calls.length)) {
    let state = before;
    const isRight = order.every((n) => {
      const [call, answer] = [calls[n]!, answers[n]!];
      // Of calls that meet, the site may send one away, to be tried again later.
      if (answer.status === 503 && calls.length > 1) return true;
      const copy = structuredClone(state);
      const ruled = call.rule(copy, answer);
      const expected = typeof ruled === "number" ? { status: ruled } : ruled;
      if (expected.status < 400) state = copy;
      const difference = differenceOf(expected, answer);
      if (difference) wrong ||= `“${describeCall(call)}” ${difference}`;
      return !difference;
    });
    if (isRight && !ends.some((end) => isSame(end, state))) ends.push(state);
  }
  if (ends.length > 0) return ends;
  throw new Error(
    calls.length > 1
      ? `No order of these calls explains their answers. In the order in which they were sent, ${wrong}`
      : wrong,
  );
}

/** How an answer differs from what the model expects: its status, or one of the body's fields that it names. */
function differenceOf(
  expected: { status: number; body?: unknown },
  { status, body }: Answer,
) {
  if (expected.status !== status)
    return `must be answered ${expected.status}, not ${status} ${JSON.stringify(body)}`;
  for (const [name, value] of Object.entries(expected.body ?? {})) {
    const actual = (body as Record<string, unknown> | null)?.[name];
    if (!isDeepStrictEqual(actual, value))
      return `must answer ${name} = ${JSON.stringify(value)}, not ${JSON.stringify(body)}`;
  }
  return undefined;
}

/** All orders of so many things, the one in which they are first. */
function ordersOf(length: number): number[][] {
  if (length === 0) return [[]];
  return ordersOf(length - 1).flatMap((order) =>
    Array.from({ length }, (_, at) =>
      order.toSpliced(length - 1 - at, 0, length - 1),
    ),
  );
}
