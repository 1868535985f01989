import { request, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";

/** Requests byte by byte, because every HTTP client of Node refuses to send most of what the generators try. */

export interface Sent {
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
  headers: IncomingHttpHeaders;
  /** Not compressed any more; empty unless all of it came. */
  body: Buffer;
  isWhole: boolean;
}

/** How long a request may take that is whole. Only a hang reaches it, because the machine may be busy. */
const PATIENCE_MS = 30_000;
/** How long the site gets to answer a request of which it may rightly expect more. */
const BROKEN_MS = 150;

export const headOf = ({ method, address, headers }: Sent) =>
  Buffer.from(
    `${method} ${address} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`,
  );

export const asBytes = (sent: Sent) =>
  Buffer.concat([headOf(sent), sent.body ?? Buffer.alloc(0)]).subarray(
    0,
    sent.cutAt,
  );

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
    socket.write(bytes);
    // Node only reads the answer. What it would send itself is dropped.
    socket.write = () => true;
    let answer: Answer | undefined;
    const finish = () => {
      clearTimeout(deadline);
      socket.destroy();
      resolve(answer);
    };
    const deadline = setTimeout(
      () => {
        if (!isBroken)
          reject(new Error(`no answer within ${PATIENCE_MS / 1000} seconds`));
        finish();
      },
      isBroken ? BROKEN_MS : PATIENCE_MS,
    );
    request({
      method: isHead ? "HEAD" : "GET",
      createConnection: () => socket,
    })
      .on("response", (response) => {
        const { statusCode, headers } = response;
        const none = { body: Buffer.alloc(0), isWhole: false };
        answer = { status: statusCode!, headers, ...none };
        // Events come until a job has ended.
        if (headers["content-type"] === "text/event-stream") return finish();
        buffer(response)
          .then(
            (body) => {
              answer = {
                ...{ status: statusCode!, headers, isWhole: true },
                body: unpack(body, headers),
              };
            },
            // The connection broke.
            () => {},
          )
          .then(finish, reject);
      })
      // The site may close the connection while the rest of a refused request is on its way.
      .on("error", finish)
      .end();
  });
}

function unpack(body: Buffer, headers: IncomingHttpHeaders) {
  if (body.length === 0) return body;
  switch (headers["content-encoding"]) {
    case "br":
      return brotliDecompressSync(body);
    case "gzip":
      return gunzipSync(body);
    case "deflate":
      return inflateSync(body);
    default:
      return body;
  }
}
