import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { emptySite, FOLDERS } from "#tests/setup/calls/empty-site.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { removeAlbum } from "./calls/albums.ts";
import {
  describeCall,
  getAsAdmin,
  prepare,
  send,
  type Answer,
  type Call,
} from "./calls/call.ts";
import { removeFind } from "./calls/finds.ts";
import { bringBack, purge } from "./calls/others.ts";
import { NUMBERS, type Chance } from "./calls/pick.ts";
import { removeArtist, removeRock } from "./calls/rocks.ts";
import {
  compare,
  looksAt,
  SUBJECTS,
  subjectsOf,
  type Focus,
  type Seen,
} from "./looks.ts";
import { bytesOf, sumOf } from "./pictures.ts";
import { emptyState, isSame, listPictures, type State } from "./rules/state.ts";
import * as files from "./seen/files.ts";
import { listRowsLeft, untilOver, type ModelSite } from "./site.ts";
import { callFor, type Step } from "./steps.ts";
import { createWitness, type Witness } from "./witness.ts";

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
  private readonly witness: Witness = createWitness();
  private turn = 0;

  constructor(private readonly on: ModelSite) {
    this.state = emptyState(on.unknown);
  }

  async play({ actions, settles }: Step) {
    const calls = actions.flatMap(
      (action) => callFor(this.state, action, this.versions) ?? [],
    );
    const waiting = calls.find(({ waits }) => waits);
    await this.send(
      waiting ? [waiting] : calls,
      settles || waiting !== undefined,
    );
  }

  /** Sends calls at once. The site must then be as one of their orders leaves it. */
  private async send(calls: Call[], settles: boolean) {
    if (calls.length === 0) return;
    this.turn++;
    const before = this.state;
    const ready = await Promise.all(
      calls.map((call) => prepare(this.on, call)),
    );
    const answers = await Promise.all(ready.map((call) => send(this.on, call)));
    calls.forEach((call, n) => this.note(call, answers[n]!, n, calls.length));
    if (settles) await this.on.site.untilIdle();
    for (const [n, call] of calls.entries())
      if (call.learn && answers[n]!.status < 300)
        answers[n]!.learned = await call.learn(
          getAsAdmin(this.on),
          answers[n]!,
        );
    const after = endsOf(before, calls, answers);
    if (settles) for (const state of after) markReady(state);
    // Which of several states it is may show anywhere.
    const focus =
      after.length > 1
        ? focusOnAll([...after, before])
        : this.focusOn(calls, [...after, before]);
    this.state = await this.matching(after, focus);
    if (settles) {
      await this.witness.checkAddresses(this.on, this.state);
      await this.witness.checkPictures(this.on, this.state);
    } else this.witness.note(this.state);
  }

  private note(call: Call, { status }: Answer, n: number, of: number) {
    const mark = of === 1 ? "-" : n === 0 ? "- at once:\n  -" : "  -";
    this.lines.push(`${mark} ${describeCall(call)} → ${status}`);
  }

  /** The first of these states that the site is in. */
  private async matching(states: State[], focus: Focus) {
    const seen = await this.look(focus);
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

  private focusOn(calls: Call[], states: State[]): Focus {
    const whole = focusOnAll(states);
    return {
      ...whole,
      subjects: calls.flatMap(subjectsOf),
      turn: this.turn,
      rocks: [NUMBERS[this.turn % NUMBERS.length]!],
      finds: whole.finds
        .slice(this.turn % (whole.finds.length || 1))
        .slice(0, 1),
    };
  }

  private look(focus: Focus): Promise<Seen[]> {
    return Promise.all(
      looksAt(focus).map(async (look) => {
        const { path, who, body } = look;
        const answer = await this.on.site.fetch(path, {
          ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
          headers: {
            // The site would compress, which takes longer than to send.
            "Accept-Encoding": "identity",
            ...(who === "admin" ? { cookie: this.on.cookies[0] } : {}),
            ...(body ? { "Content-Type": "application/json" } : {}),
          },
        });
        const isBytes =
          answer.headers.get("content-type") === "application/octet-stream";
        return {
          look,
          status: answer.status,
          body: isBytes ? await answer.arrayBuffer() : await answer.json(),
        };
      }),
    );
  }

  private noteVersions(seen: Seen[], state: State) {
    for (const { look, body } of seen)
      for (const { thing, key, known } of look.versioned?.(state) ?? []) {
        const row = (body as Record<string, unknown>[]).find((row) =>
          ["rps_key", "rc_key", "ra_key", "pa_key", "p_key"].some(
            (name) => row[name] === key,
          ),
        );
        const last = { etag: String(row?.version), known };
        const first = this.versions.get(thing)?.first ?? last;
        this.versions.set(thing, { first, last });
      }
  }

  /** Compares everything, then deletes everything, after which nothing may be left. */
  async end() {
    this.lines.push("- at the end");
    await untilOver(this.on);
    markReady(this.state);
    await this.matching([this.state], focusOnAll([this.state]));
    await this.witness.checkAddresses(this.on, this.state, true);
    await this.witness.checkPictures(this.on, this.state, true);
    await this.witness.checkPages(this.on, this.state);
    await this.checkFiles();
    await this.deleteAll();
  }

  private async deleteAll() {
    const { finds, rocks, albums, artists } = this.state;
    for (const { key } of finds) await this.sendAlone(removeFind(key));
    // Each comes back as it was, with its images shown or hidden.
    for (const { key, kind } of this.state.trash)
      if (kind === "find") await this.sendAlone(bringBack(this.state, key));
    await untilOver(this.on);
    markReady(this.state);
    await this.matching([this.state], focusOnAll([this.state]));
    for (const { key } of this.state.finds)
      await this.sendAlone(removeFind(key));
    // Rocks without finds: what still counts one shows here.
    await this.matching([this.state], focusOnAll([this.state]));
    const calls = [
      ...rocks.map(({ key }) => removeRock(key)),
      ...albums.map(({ key }) => removeAlbum(key)),
      ...artists
        .filter(({ name }) => name !== "UNKNOWN")
        .map(({ key }) => removeArtist(key)),
    ];
    for (const call of calls) await this.sendAlone(call);
    while (this.state.trash.length > 0)
      await this.sendAlone(purge(this.state.trash[0]!.key));
    await untilOver(this.on);
    assert.deepEqual(
      [...listRowsLeft(this.on), ...this.listFiles()],
      [],
      "everything is deleted for good, but something is left",
    );
  }

  private async sendAlone(call: Call) {
    const answer = await send(this.on, call);
    this.note(call, answer, 0, 1);
    [this.state] = endsOf(this.state, [call], [answer]) as [State];
  }

  private listFiles() {
    return FOLDERS.filter((folder) =>
      existsSync(this.on.site.inStore(folder)),
    ).flatMap((folder) =>
      filesBelow(this.on.site.inStore(folder)).map(
        (file) => `${folder}/${file}`,
      ),
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
      files
        .originals(this.state)
        .map(
          async ([folder, picture]) =>
            `${folder} ${sumOf(await bytesOf(picture))}`,
        ),
    );
    assert.deepEqual(found.sort(), expected.sort(), "originals in the store");
    const trashed = files.derivativesInTrash(this.state);
    assert.deepEqual(
      there.filter((file) => !isOriginal(file) && !trashed.has(file)).sort(),
      files.derivatives(this.state),
      "derivatives in the store",
    );
  }
}

/** Everything that there is in any of these states. */
const focusOnAll = (states: State[]): Focus => ({
  subjects: SUBJECTS,
  rocks: [...NUMBERS],
  finds: distinct(states.flatMap(({ finds }) => finds.map(({ key }) => key))),
  albums: distinct(
    states.flatMap(({ albums }) => albums.map(({ key }) => key)),
  ),
  asked: states[0]!.finds.map(({ uuid, finderKey }) => ({
    uuid,
    find_key: finderKey,
  })),
});

function markReady(state: State) {
  for (const picture of listPictures(state)) picture.ready = true;
}

const distinct = <T>(list: T[]) => [...new Set(list)];

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
      const outcome = call.apply(state, answer);
      state = outcome.state;
      const difference = differenceOf(outcome, answer);
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

/** How an answer differs from what the model expects. */
function differenceOf(
  expected: { status: number; body?: unknown },
  { status, body }: Answer,
) {
  if (expected.status !== status)
    return `must be answered ${expected.status}, not ${status} ${JSON.stringify(body)}`;
  if (expected.body === undefined) return undefined;
  return has(body, expected.body)
    ? undefined
    : `must answer ${JSON.stringify(expected.body)}, not ${JSON.stringify(body)}`;
}

/** Whether a value has everything that another one has. */
function has(value: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted))
    return (
      Array.isArray(value) &&
      value.length === wanted.length &&
      wanted.every((item, n) => has(value[n], item))
    );
  if (typeof wanted === "object" && wanted !== null)
    return Object.entries(wanted).every(([name, item]) =>
      has((value as Record<string, unknown> | null)?.[name], item),
    );
  return value === wanted;
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
