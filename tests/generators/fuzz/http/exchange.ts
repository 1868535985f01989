import { connect } from "node:net";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";

/** Requests byte by byte, because every HTTP client of Node refuses to send most of what is tried here. */

export type Sender = "visitor" | "admin";

export interface Sent {
  as: Sender;
  method: string;
  /** As it is in the request's first line. */
  address: string;
  headers: [string, string][];
  body?: Uint8Array;
  /** How many bytes of the whole request are sent before the connection is cut; all if absent. */
  cutAt?: number;
}

export interface Answer {
  status: number;
  /** By their names in lower case. */
  headers: Record<string, string>;
  /** Not compressed any more. */
  body: Buffer;
}

/** How long a request may take that is whole. Only a hang reaches it, because the machine may be busy. */
const PATIENCE_MS = 30_000;
/** How long the site gets to answer a request of which it may rightly expect more. */
const BROKEN_MS = 150;

export function asBytes({ method, address, headers, body, cutAt }: Sent) {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${method} ${address} HTTP/1.1\r\n${lines.join("")}\r\n`;
  const bytes = Buffer.concat([Buffer.from(head), body ?? Buffer.alloc(0)]);
  return bytes.subarray(0, cutAt);
}

/**
 * Sends bytes and reads the first answer.
 * @param isBroken whether the site may wait for more, or close the connection without an answer
 * @returns undefined if the site has closed the connection, or if a broken request got no answer
 * @throws {Error} if a whole request gets none
 */
export function exchange(
  port: number,
  bytes: Uint8Array,
  { isHead = false, isBroken = false } = {},
) {
  return new Promise<Answer | undefined>((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1" });
    let got: Buffer = Buffer.alloc(0);
    const finish = (answer?: Answer) => {
      clearTimeout(deadline);
      socket.destroy();
      resolve(answer);
    };
    const deadline = setTimeout(
      () => {
        if (isBroken) return finish(readAnswer(got, isHead, true));
        socket.destroy();
        reject(new Error(`no answer within ${PATIENCE_MS / 1000} seconds`));
      },
      isBroken ? BROKEN_MS : PATIENCE_MS,
    );
    socket.on("data", (part) => {
      got = Buffer.concat([got, part]);
      const answer = readAnswer(got, isHead, false);
      if (answer) finish(answer);
    });
    // The site may close the connection while the rest of a refused request is on its way.
    for (const over of ["end", "close", "error"])
      socket.on(over, () => finish(readAnswer(got, isHead, true)));
    socket.write(bytes);
  });
}

/** @param isOver whether nothing more will come */
function readAnswer(
  got: Buffer,
  isHead: boolean,
  isOver: boolean,
): Answer | undefined {
  const end = got.indexOf("\r\n\r\n");
  if (end === -1) return undefined;
  const [first = "", ...lines] = got
    .subarray(0, end)
    .toString("latin1")
    .split("\r\n");
  const status = Number(first.split(" ")[1]);
  const rest = got.subarray(end + 4);
  if (status < 200) return readAnswer(rest, isHead, isOver);
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(":");
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  const body = readBody(rest, headers, isHead || [204, 304].includes(status));
  return body || isOver
    ? { status, headers, body: unpack(body ?? Buffer.alloc(0), headers) }
    : undefined;
}

const UNPACK: Record<string, (body: Buffer) => Buffer> = {
  br: (body) => brotliDecompressSync(body),
  gzip: (body) => gunzipSync(body),
  deflate: (body) => inflateSync(body),
};

function unpack(body: Buffer, headers: Record<string, string>) {
  const unpacker = UNPACK[headers["content-encoding"] ?? ""];
  return unpacker && body.length > 0 ? unpacker(body) : body;
}

/** Undefined as long as it isn't whole. */
function readBody(
  rest: Buffer,
  headers: Record<string, string>,
  isEmpty: boolean,
): Buffer | undefined {
  if (isEmpty) return Buffer.alloc(0);
  // Events come until a job has ended.
  if (headers["content-type"] === "text/event-stream") return rest;
  if (headers["transfer-encoding"] === "chunked") return readChunks(rest);
  const length = Number(headers["content-length"] ?? NaN);
  return rest.length >= length ? rest.subarray(0, length) : undefined;
}

function readChunks(rest: Buffer) {
  const parts: Buffer[] = [];
  for (let at = 0; ;) {
    const line = rest.indexOf("\r\n", at);
    if (line === -1) return undefined;
    const size = parseInt(rest.subarray(at, line).toString(), 16);
    const next = line + 2 + size + 2;
    if (next > rest.length) return undefined;
    if (size === 0) return Buffer.concat(parts);
    parts.push(rest.subarray(line + 2, next - 2));
    at = next;
  }
}
