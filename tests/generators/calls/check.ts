import { expect } from "vitest";
import { describeCall, type Answer, type Call } from "./call.ts";
import {
  contentOf,
  keyOf,
  kinds,
  ownOf,
  rowOf,
  type Kind,
  type Row,
  type Rows,
} from "./rows.ts";

/** What calls may do to the rows, whatever they are. */

export interface Sent {
  call: Call;
  answer: Answer;
}

interface Thing {
  kind: Kind;
  key: number;
  own: Row;
  /** Where it went when it was deleted. */
  trashKey?: number;
  /** Whether another call has met the one that deleted it, and may have changed it first. */
  isUnsure?: boolean;
}

export function checkAnswers(before: Rows, all: Sent[]) {
  for (const { call, answer } of all) {
    const { status, body } = answer;
    const { about, content, refusal, who } = call;
    const said = `${describeCall(call)} was answered ${JSON.stringify(body)}`;
    const row = about && rowOf(before, about.kind, about.key);
    const isStale =
      content && row && content !== contentOf(before, about.kind, row);
    if (all.length === 1) {
      const right = [refusal, isStale && 409].filter(Boolean);
      if (right.length > 0) expect(right, said).toContain(status);
      else expect(status, said).toBeLessThan(400);
    } else if (status !== 503) {
      // Of calls that meet, one may be sent away, to be tried again later, and another may have made room for it.
      expect(status, said).toBeLessThan(500);
      if (refusal && who === "everybody")
        expect(status, said).toBeGreaterThan(399);
    }
  }
}

/** Remembers everything that there was, and checks how it changes. */
export class Ledger {
  private readonly last = new Map<string, Thing>();

  check(before: Rows, all: Sent[], after: Rows) {
    const accepted = all.filter(({ answer }) => answer.status < 400);
    const [was, is] = [thingsOf(before), thingsOf(after)];
    for (const [name, thing] of was) {
      const calls = accepted.filter(({ call }) => mayChange(call, thing));
      const now = is.get(name);
      if (now) checkColumns(before, thing, now, calls, all.length === 1);
      else expect(calls.some(isFree), `${name} is gone`).toBe(true);
      const saves = calls.filter((sent) => isSave(sent, before, thing));
      expect(saves.length, `saves of a version of ${name}`).toBeLessThan(2);
      const deleting = calls.find(({ call }) => call.method === "DELETE");
      const trashKey = deleting?.answer.headers.get("trash-key");
      this.last.set(name, {
        ...thing,
        trashKey: Number(trashKey),
        isUnsure: calls.length > 1,
      });
    }
    const added = [...is].filter(([name]) => !was.has(name));
    for (const [name, thing] of added) this.checkNew(name, thing, accepted);
    for (const { call } of accepted)
      for (const [kind, row] of call.makes ?? []) {
        const those = added.filter(([, thing]) => thing.kind === kind);
        const wanted: unknown = expect.objectContaining(row);
        expect(
          those.map(([, { own }]) => own),
          `new ${kind}`,
        ).toContainEqual(wanted);
      }
    for (const [name, thing] of this.last) {
      const path = `/api/trash/${thing.trashKey}/restore`;
      if (!accepted.some(({ call }) => call.path === path)) continue;
      // What it is a part of may have been deleted in the same moment.
      const isGone = accepted.some(
        (sent) =>
          sent.call.path !== path &&
          isFree(sent) &&
          mayChange(sent.call, thing),
      );
      expect(is.has(name) || isGone, `${name} has come back`).toBe(true);
    }
    for (const { replaces } of after.images)
      if (replaces !== null)
        expect(rowOf(after, "images", replaces), "a copy").toBeDefined();
    checkOrder(before, after, "albums", () => 0);
    checkOrder(before, after, "photos", ({ pa_key }) => pa_key);
  }

  /** Nothing that was deleted comes back, but from the trash, and as it was. */
  private checkNew(name: string, { own, ...thing }: Thing, accepted: Sent[]) {
    const makers = accepted.filter(
      (sent) =>
        isFree(sent) &&
        (!sent.call.about || mayChange(sent.call, { own, ...thing })),
    );
    const last = this.last.get(name);
    const restore = `/api/trash/${last?.trashKey}/restore`;
    const isRight = makers.some(({ call }) => !last || call.path === restore);
    expect(isRight, `${name} may be new, or come back`).toBe(true);
    const { artists } = own;
    if (last && !last.isUnsure)
      expect(own, `${name} is back`).toEqual({ ...last.own, artists });
  }
}

/** Whether a call doesn't say what it changes, so that rows may come and go. */
const isFree = ({ call }: Pick<Sent, "call">) => !call.changes || call.waits;

/** Whether a call is meant for a version of a thing, and changes it. */
function isSave({ call }: Sent, before: Rows, { kind, key, own }: Thing) {
  const changes = call.changes?.(rowOf(before, kind, key) as never) ?? {};
  return (
    call.content !== undefined &&
    Object.entries(changes).some(([column, value]) => own[column] !== value)
  );
}

const thingsOf = (rows: Rows) =>
  new Map(
    kinds.flatMap((kind) =>
      (rows[kind] as object[]).map((row): [string, Thing] => {
        const key = keyOf(kind, row);
        return [`${kind} ${key}`, { kind, key, own: ownOf(rows, kind, row) }];
      }),
    ),
  );

/** Whether a call is about a thing, or changes a part of what it is about. */
function mayChange(call: Call, { kind, key, own }: Thing) {
  const { about } = call;
  if (about?.kind === kind) {
    // An original waits to take the place of the image, or is one of its own without it.
    return (
      about.key === key || (kind === "images" && own.replaces === about.key)
    );
  }
  const isPart =
    about?.kind === "finds"
      ? kind === "images" && own.rps_key === about.key
      : about?.kind === "albums" &&
        kind === "photos" &&
        own.pa_key === about.key;
  return isPart && isFree({ call });
}

/** Each column has the value that a call about it gives it, or else the one that it had. */
function checkColumns(
  before: Rows,
  { kind, key, own: was }: Thing,
  { own }: Thing,
  calls: Sent[],
  isAlone: boolean,
) {
  const row = rowOf(before, kind, key);
  const changes = calls.map(({ call: { about, changes } }) =>
    changes && about!.key === key && about!.kind === kind
      ? (changes(row as never) as Row)
      : {},
  );
  for (const [column, value] of Object.entries(own)) {
    const wanted = changes.flatMap((one) =>
      column in one ? [one[column]] : [],
    );
    // Who is deleted for good is taken from rocks, and a flag may have been turned twice.
    const isAny =
      wanted.length === 0
        ? column === "artists" || calls.some(isFree)
        : wanted.includes(undefined) ||
          (!isAlone && typeof value === "boolean");
    if (isAny) continue;
    const may =
      isAlone && wanted.length > 0 ? wanted : [...wanted, was[column]];
    expect(may, `${column} of ${kind} ${key}`).toContainEqual(value);
  }
}

/** What has numbers of an order keeps its order, and no two have the same. */
function checkOrder<K extends "albums" | "photos">(
  before: Rows,
  after: Rows,
  kind: K,
  listOf: (row: Rows[K][0]) => number,
) {
  const place = (row: Rows[K][0]) => listOf(row) * 1e6 + row.order_num;
  const keysIn = (rows: Rows, others: Rows) =>
    (rows[kind] as Rows[K][0][])
      .filter((row) => rowOf(others, kind, keyOf(kind, row)))
      .sort((a, b) => place(a) - place(b))
      .map((row) => keyOf(kind, row));
  expect(keysIn(after, before), kind).toEqual(keysIn(before, after));
  const places = (after[kind] as Rows[K][0][]).map(place);
  expect(new Set(places).size, `${kind} by number`).toBe(places.length);
}
