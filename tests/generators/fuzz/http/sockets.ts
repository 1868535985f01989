import assert from "node:assert/strict";
import fc from "fast-check";
import { partsOf, weighed } from "../hold.ts";
import { exchange } from "../../exchange.ts";
import type { FuzzedSite } from "./fuzzed-site.ts";

/** Bytes on the connection that are hardly a request, or two that look like one. */

/** Lines as they are written, with `\r\n` and `\u0000` for what they mean. */
const linesOf = (text: string) =>
  partsOf(text).map(
    (line) => JSON.parse(`"${line.replaceAll('"', '\\"')}"`) as string,
  );

const LINES = [
  `GET /${"a".repeat(17_000)} HTTP/1.1`,
  ...linesOf(String.raw`
GET / HTTP/1.1 | GET /api/rock-posts/totals HTTP/1.1 | POST /api/rock-count HTTP/1.1
POST /api/upload-rock HTTP/1.1 | GET http://127.0.0.1/ HTTP/1.1 | GET / HTTP/1.0 | GET / HTTP/2.0 | GET / HTTP/9.9
GET / | GET  /  HTTP/1.1 | get / http/1.1 | PRI * HTTP/2.0 | CONNECT 127.0.0.1:22 HTTP/1.1 | OPTIONS * HTTP/1.1
TRACE / HTTP/1.1 | QUERY /api/rocks HTTP/1.1 | GET /\u0000 HTTP/1.1 | GET /\tx HTTP/1.1 | GET /é HTTP/1.1
GET /#fragment HTTP/1.1 | GET ../../etc/passwd HTTP/1.1 | GET ? HTTP/1.1 | GET //evil.example/%2e%2e HTTP/1.1
\u0016\u0003\u0001\u0002\u0000\u0001`),
];
const HEADERS = [
  " Host: 127.0.0.1",
  `X-Large: ${"a".repeat(17_000)}`,
  Array(1200).fill("A: b").join("\r\n"),
  ...linesOf(String.raw`
Host: 127.0.0.1 | Host: 127.0.0.1\r\nHost: evil.example | Host : 127.0.0.1 | Content-Length: 5
Content-Length: 5\r\nContent-Length: 6 | Content-Length: -1 | Content-Length: 0x5 | Content-Length: 5, 5
Content-Length: 99999999999999999999 | Transfer-Encoding: chunked | Transfer-Encoding: chunked\r\nContent-Length: 5
Transfer-Encoding: xchunked | Transfer-Encoding: chunked, identity | Transfer-Encoding : chunked
Transfer-Encoding:\u000bchunked | Connection: keep-alive, Transfer-Encoding
Connection: Upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA
Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==
Expect: 100-continue | Expect: x | Content-Type: application/json | Content-Type: multipart/form-data; boundary=x
X-Null: a\u0000b | X-Bare: a\rb | X-Folded: a\r\n\tb | No-Colon | :`),
];
const BODIES = [
  "",
  `5;${"e".repeat(20_000)}\r\nhello\r\n0\r\n\r\n`,
  `0\r\n${"T: 1\r\n".repeat(3000)}\r\n`,
  ...linesOf(String.raw`
hello | 0\r\n\r\n | 5\r\nhello\r\n0\r\n\r\n | 5;ext=1\r\nhello\r\n0\r\nTrailer: 1\r\n\r\n
fffffffffffffffff\r\nhello | -1\r\nhello\r\n0\r\n\r\n | 5\r\nhelloGET / HTTP/1.1\r\n\r\n
0\r\n\r\nGET /admin HTTP/1.1\r\nHost: x\r\n\r\n | x\r\n\r\n`),
];

const request = fc
  .record({
    line: fc.constantFrom(...LINES),
    headers: fc.array(fc.constantFrom(...HEADERS), { maxLength: 4 }),
    body: fc.constantFrom(...BODIES),
    end: fc.constantFrom("\r\n", "\r\n", "\r\n", "\n", "\r"),
  })
  .map(({ line, headers, body, end }) =>
    Buffer.from([line, ...headers, "", body].join(end), "latin1"),
  );

const flips = fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 3 });

const garbage = weighed<Buffer>(
  [
    6,
    fc.tuple(request, flips).map(([bytes, changes]) => {
      for (const [at, to] of changes) bytes[at % bytes.length] = to;
      return bytes;
    }),
  ],
  [
    2,
    fc
      .array(request, { minLength: 2, maxLength: 5 })
      .map((list) => Buffer.concat(list)),
  ],
  [
    1,
    fc
      .uint8Array({ minLength: 1, maxLength: 300 })
      .map((bytes) => Buffer.from(bytes)),
  ],
);

export const manySockets = fc.array(garbage, { minLength: 16, maxLength: 16 });

/** Many connections at once, because most of them wait until they are given up. */
export async function trySockets({ port }: FuzzedSite, all: Buffer[]) {
  const answers = await Promise.all(
    all.map((bytes) => exchange(port, bytes, { isBroken: true })),
  );
  for (const [n, answer] of answers.entries())
    assert.ok(
      !answer || answer.status < 500,
      `it was answered ${answer?.status}:\n${JSON.stringify(all[n]!.toString("latin1").slice(0, 2000))}`,
    );
}
