import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import { asBytes, exchange, headOf, type Answer } from "../exchange.ts";
import type { Lane } from "./lane.ts";
import type { Random } from "./plan.ts";
import type { Secret } from "./secret.ts";

/** Within this time everything is done, or something hangs. Milliseconds; the site itself never waits so long. */
const ROUND_MS = 240_000;

/** How many looks there are for each step. */
const LOOKS = 0.5;

/** What a call may be answered while something is wrong. It is made again then. */
export const LATER = [503, 429];

export interface Ask {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: Buffer;
  /** When this part of the body was sent the connection is cut; if it is 1, before the answer comes. */
  cut?: number;
}

export const asJson = <T>({ body }: Answer) => JSON.parse(body.toString()) as T;

/** A seed's way through its lane: everybody in it goes on step by step until one has seen something wrong. */
export class Round {
  /** How many requests have been made. Faults come at such numbers, so that they don't depend on the machine. */
  requests = 0;
  /** What everybody is waiting for, by name, for the message of a round that hangs. */
  private readonly waiting = new Map<string, string>();
  private readonly end = performance.now() + ROUND_MS;
  private failure: unknown;
  /** What nobody may see while it is hidden. Between the others' steps somebody looks at some of it. */
  secrets: () => Secret[] = () => [];

  constructor(
    readonly seed: number,
    readonly lane: Lane,
  ) {}

  /** Runs everybody at the same time, and ends all when one fails. */
  async play(everybody: (() => Promise<unknown>)[]) {
    await Promise.all(
      everybody.map((run) =>
        run().catch((error: unknown) => void (this.failure ??= error)),
      ),
    );
    if (this.failure) throw this.failure;
  }

  /** @throws when somebody has failed, or the round takes too long */
  check(what = "") {
    if (this.failure) throw this.failure;
    if (performance.now() > this.end)
      throw new Error(
        `The round did not end within ${ROUND_MS / 1000} s. ${what || [...this.waiting.values()].join("; ")}`,
      );
  }

  async step(random: Random) {
    this.check();
    this.requests++;
    if (random.chance(LOOKS))
      await random.pick(this.secrets())?.look(this, random);
    await pause(random.below(30));
  }

  async until(what: string, isSo: () => Promise<boolean> | boolean) {
    while (!(await isSo())) {
      this.check(`Expected: ${what}.`);
      await pause(25);
    }
  }

  /** The number that a query of one column and one row gives. */
  numberOf(sql: string) {
    const [row] = this.lane.site.query<Record<string, number>>(sql);
    expect(row, sql).toBeDefined();
    return Object.values(row!)[0]!;
  }

  untilNone = (what: string, list: () => unknown[]) =>
    this.until(what, () => list().length === 0).catch((error: Error) => {
      throw new Error(`${error.message} ${JSON.stringify(list())}`);
    });

  /** Sends a request on a connection of its own. Gives undefined when it ended without a whole answer. */
  async ask({ method = "GET", path, headers, body, cut }: Ask) {
    const { host, port } = new URL(this.lane.site.baseURL);
    const length = body?.length ?? 0;
    const usual = { Host: host, "Content-Length": String(length) };
    const sent = {
      ...{ method, address: path, body },
      headers: Object.entries({ ...usual, ...headers }),
    };
    const isBroken = cut !== undefined && cut < 1;
    const cutAt = isBroken
      ? headOf(sent).length + Math.floor(cut * length)
      : undefined;
    const isHead = method === "HEAD";
    const bytes = asBytes({ ...sent, cutAt });
    const answer = await exchange(Number(port), bytes, {
      ...{ isHead, isBroken },
    }).catch(() => undefined);
    return cut === undefined && answer?.isWhole ? answer : undefined;
  }

  /**
   * Makes one of the admin's calls again and again until it is answered for good.
   * @param again statuses that are right only if an earlier try had no answer
   */
  async insist(
    random: Random,
    request: string,
    body: unknown,
    expected: readonly number[],
    again: readonly number[] = [],
    onAsk?: () => void,
  ): Promise<Answer> {
    const [method, path] = request.split(" ") as [string, string];
    let lost = false;
    for (;;) {
      onAsk?.();
      const headers = await this.asAdmin(body);
      const answer = await this.ask({ method, path, ...headers });
      const said = `${request} was answered ${answer?.status} ${answer?.body.toString().slice(0, 300)}`;
      this.waiting.set(request, said);
      await this.step(random);
      if (answer?.status === 401) await this.lane.session(true);
      else if (answer && !LATER.includes(answer.status)) {
        this.waiting.delete(request);
        const right = lost ? [...expected, ...again] : expected;
        if (right.includes(answer.status)) return answer;
        throw new Error(`${said}, expected ${expected.join(" or ")}`);
      }
      lost ||= answer === undefined || answer.status === 503;
    }
  }

  private async asAdmin(body: unknown): Promise<Pick<Ask, "headers" | "body">> {
    const cookie = (await this.lane.session()) ?? "";
    if (body instanceof Response)
      return {
        headers: { cookie, "Content-Type": body.headers.get("content-type")! },
        body: Buffer.from(await body.clone().arrayBuffer()),
      };
    return body === undefined
      ? { headers: { cookie } }
      : {
          headers: { cookie, "Content-Type": "application/json" },
          body: Buffer.from(JSON.stringify(body)),
        };
  }
}
