import { Agent, request, type IncomingMessage } from "node:http";

export interface Got {
  status: number;
  headers: IncomingMessage["headers"];
  /** As it came over the wire, still encoded. */
  body: Buffer;
  ms: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/**
 * Sends one request over a keep-alive connection: a POST if there is a form. Leaves the response encoded, and goes away
 * when it has read `most` bytes.
 */
export function get(
  address: string,
  headers: Record<string, string> = {},
  { form, most = Infinity }: { form?: Buffer; most?: number } = {},
) {
  const began = performance.now();
  const method = form ? "POST" : "GET";
  return new Promise<Got>((resolve, reject) => {
    request(address, { agent, method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      answer
        .on("data", (chunk: Buffer) => {
          chunks.push(chunk);
          bytes += chunk.length;
          if (bytes > most) answer.destroy();
        })
        .on("error", reject)
        .on("close", () =>
          resolve({
            status: answer.statusCode!,
            headers: answer.headers,
            body: Buffer.concat(chunks),
            ms: performance.now() - began,
          }),
        );
    })
      .on("error", reject)
      .end(form);
  });
}

/** The same, of a request that must succeed. */
export async function mustGet(...to: Parameters<typeof get>) {
  const got = await get(...to);
  if (got.status >= 300)
    throw new Error(`${to[0]} answered ${got.status}: ${got.body}`);
  return got;
}

export const BROWSERS = { "Accept-Encoding": "gzip, deflate, br" };
const CONNECTIONS = 16;

/** Requests an address again and again, on several connections at once. Returns the number of responses. */
export async function ask(
  address: string,
  seconds: number,
  headers: Record<string, string> = BROWSERS,
) {
  const end = performance.now() + seconds * 1000;
  let count = 0;
  const go = async () => {
    for (; performance.now() < end; count++) await mustGet(address, headers);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, go));
  return count;
}
