import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import type { createRandom } from "#bench/generate/random.mjs";

/** Passes in one go, bytes. */
const PIECE = 4096;
/** A pause of a millisecond after so many pieces lets the site read what has passed before a cut comes. */
const PIECES_AT_ONCE = 4;

/** What a front answers while the site behind it is down. */
const BAD_GATEWAY =
  "HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<h1>502</h1>";

export type Random = ReturnType<typeof createRandom>;
/** The least and the most, in milliseconds. */
export type Range = readonly [number, number];

export interface LinkOptions {
  /** Bits a second, both directions together. */
  rate: number;
  /** Milliseconds. A new connection costs two, and each request one more. */
  roundTrip: number;
  /** The time from one cut to the next, and how long the link is then gone. */
  cuts?: {
    every: Range;
    last: Range;
    /** Both ends learn of each cut. Otherwise chance decides whether an end does, or hears nothing more. */
    areSeen?: boolean;
  };
  /** Chooses when and how the link is cut. */
  random: Random;
}

/** A request, as it passed. */
export interface Exchange {
  /** Such as `POST /api/upload-rock`. */
  request: string;
  /** The site's answer. It may have been lost on its way. */
  status?: number;
  /** Link time when that answer reached the link, in milliseconds. */
  answeredAt?: number;
}

/** A connection of the phone, and what the link makes of it. */
interface Line {
  phone: Socket;
  site: Socket;
  /** Nothing passes any more. */
  isDead: boolean;
  last?: Direction;
  exchange?: Exchange;
  /** Sends the same request a second time. */
  twin?: Socket;
}
type Direction = "up" | "down";

export type BadLink = Awaited<ReturnType<typeof startBadLink>>;

/**
 * A link between a phone and the site that is slow and cut again and again. It has a clock of its own: the
 * link time, computed from what passes. So the test runs as fast as the machine allows, and measures nothing.
 */
export async function startBadLink(siteURL: string, options: LinkOptions) {
  const { rate, roundTrip, random } = options;
  const { hostname, port: sitePort } = new URL(siteURL);
  const lines = new Set<Line>();
  /** Those whose end the phone hasn't heard of. */
  let silent: Line[] = [];
  const sockets = new Set<Socket>();
  const bytes = { up: 0, down: 0 };
  const exchanges: Exchange[] = [];
  let cuts: LinkOptions["cuts"];
  let time = 0;
  let nextCut = Infinity;
  let goneUntil = 0;
  let moving = 0;
  let pieces = 0;
  let held: Promise<void> | undefined;
  let release = () => {};
  /** What a test does when so many bytes have been sent; the next one first. */
  let plans: { at: number; run: () => void }[] = [];
  let onRequest: (exchange: Exchange) => "double" | void = () => {};
  let onAnswer: (exchange: Exchange) => "lose" | void = () => {};
  let beforeAnswer: (exchange: Exchange) => Promise<void> = async () => {};

  const between = ([least, most]: Range) =>
    least + random.next() * (most - least);

  /** Each end learns of it, or hears nothing more. */
  function cut() {
    const isSeen = cuts?.areSeen ?? false;
    const isSeenBy = {
      phone: isSeen || random.chance(0.6),
      site: isSeen || random.chance(0.5),
    };
    for (const line of lines) {
      line.isDead = true;
      if (isSeenBy.phone) line.phone.resetAndDestroy();
      else silent.push(line);
      if (isSeenBy.site) line.site.destroy();
      line.twin?.destroy();
    }
    lines.clear();
    goneUntil = time + (cuts ? between(cuts.last) : 0);
    nextCut = cuts ? goneUntil + between(cuts.every) : Infinity;
  }

  function worsen() {
    cuts = options.cuts;
    nextCut = cuts ? time + between(cuts.every) : Infinity;
  }

  function pass(milliseconds: number) {
    time += milliseconds;
    if (time >= nextCut) cut();
  }

  /** Reads the first line of a request or an answer. Chromium and Node begin both with a write of their own. */
  async function read(line: Line, direction: Direction, chunk: Buffer) {
    const start = chunk.toString("latin1", 0, 200);
    if (direction === "up") {
      const [, request] = /^([A-Z]+ \/\S*) HTTP\/1\.1\r\n/.exec(start) ?? [];
      if (!request) return;
      line.twin?.end();
      line.twin = undefined;
      line.exchange = { request };
      exchanges.push(line.exchange);
      if (onRequest(line.exchange) === "double") line.twin = connectTwin();
    } else {
      const [, status] = /^HTTP\/1\.1 (\d+) /.exec(start) ?? [];
      if (!status || !line.exchange) return;
      line.exchange.status = Number(status);
      line.exchange.answeredAt = time;
      if (onAnswer(line.exchange) === "lose") return cut();
      await beforeAnswer(line.exchange);
    }
  }

  function connectTwin() {
    const twin = keep(connect(Number(sitePort), hostname));
    twin.resume();
    return twin;
  }

  async function carry(line: Line, direction: Direction) {
    const [from, to] =
      direction === "up" ? [line.phone, line.site] : [line.site, line.phone];
    try {
      for await (const chunk of from.iterator({ destroyOnReturn: false })) {
        moving++;
        try {
          if (!(await carryChunk(line, direction, to, chunk as Buffer))) return;
        } finally {
          moving--;
        }
      }
      to.end();
    } catch {
      // One of the ends is gone.
      if (!line.isDead) to.destroy();
    }
  }

  /** Returns false if the link was cut. */
  async function carryChunk(
    line: Line,
    direction: Direction,
    to: Socket,
    chunk: Buffer,
  ) {
    if (line.isDead) return false;
    await read(line, direction, chunk);
    if (direction === "up" && line.last !== "up") pass(roundTrip);
    line.last = direction;
    bytes[direction] += chunk.length;
    while (plans[0] && bytes.up >= plans[0].at) plans.shift()!.run();
    for (let at = 0; at < chunk.length; at += PIECE) {
      if (++pieces % PIECES_AT_ONCE === 0) await setTimeout(1);
      await held;
      if (line.isDead) return false;
      const piece = chunk.subarray(at, at + PIECE);
      pass((piece.length * 8000) / rate);
      // TypeScript doesn't see that `pass` may cut the link.
      if (line.isDead as boolean) return false;
      if (direction === "up") line.twin?.write(piece);
      await write(to, piece);
    }
    return true;
  }

  function keep(socket: Socket) {
    sockets.add(socket);
    return socket
      .on("error", () => {})
      .on("close", () => sockets.delete(socket));
  }

  const server = createServer({ noDelay: true }, (phone) => {
    keep(phone);
    if (time < goneUntil) return phone.resetAndDestroy();
    const site = keep(connect(Number(sitePort), hostname).setNoDelay());
    const line: Line = { phone, site, isDead: false };
    const refuse = () =>
      random.chance(0.5) ? phone.end(BAD_GATEWAY) : phone.resetAndDestroy();
    site.once("error", refuse).once("connect", () => {
      site.off("error", refuse);
      lines.add(line);
      pass(2 * roundTrip);
      void carry(line, "up");
      void carry(line, "down");
    });
    phone.on("close", () => {
      lines.delete(line);
      if (!line.isDead) site.destroy();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };

  return {
    baseURL: `http://127.0.0.1:${port}`,
    /**
     * Bytes of each direction that the link has taken. What it has taken and not yet carried is lost in a cut, as in
     * the queues of a phone and its mast.
     */
    bytes,
    exchanges,
    /** Link time in milliseconds. */
    now: () => time,
    /** Whether the phone waits neither for the link nor for the site. */
    isIdle: () =>
      !held && moving === 0 && [...lines].every(({ last }) => last !== "up"),
    /** Lets time pass in which nothing is sent. */
    wait: pass,
    /** From now on, the link is cut again and again. Until then it is only slow. */
    worsen,
    /** Ends the cuts while something is done. Connections that died in silence are reset. */
    async whileGood(work: () => Promise<void>) {
      const wasBad = cuts !== undefined;
      cuts = undefined;
      nextCut = Infinity;
      goneUntil = 0;
      for (const { phone } of silent) phone.resetAndDestroy();
      silent = [];
      await work();
      if (wasBad) worsen();
    },
    /** Calls back when the phone has sent so many bytes more. */
    after(more: number, run: () => void) {
      plans = [...plans, { at: bytes.up + more, run }];
      plans.sort((a, b) => a.at - b.at);
    },
    onRequest: (does: typeof onRequest) => void (onRequest = does),
    onAnswer: (does: typeof onAnswer) => void (onAnswer = does),
    /** An answer goes on to the phone when this has resolved. */
    beforeAnswer: (does: typeof beforeAnswer) => void (beforeAnswer = does),
    /** Nothing passes until `resume`, and no time does. */
    pause() {
      held = new Promise((resolve) => (release = resolve));
    },
    resume() {
      held = undefined;
      release();
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

const write = (to: Socket, piece: Buffer) =>
  new Promise<void>((resolve, reject) =>
    to.write(piece, (error) => (error ? reject(error) : resolve())),
  );
