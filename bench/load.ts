import { Agent, request, type IncomingMessage } from "node:http";

export interface Got {
  status: number;
  headers: IncomingMessage["headers"];
  /** As it came over the wire, still encoded. */
  body: Buffer;
  ms: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Sends one request over a keep-alive connection. Leaves the response encoded. */
export function get(address: string, headers: Record<string, string> = {}) {
  const began = performance.now();
  return new Promise<Got>((resolve, reject) => {
    request(address, { agent, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer
        .on("data", (chunk: Buffer) => chunks.push(chunk))
        .on("error", reject)
        .on("end", () =>
          resolve({
            status: answer.statusCode!,
            headers: answer.headers,
            body: Buffer.concat(chunks),
            ms: performance.now() - began,
          }),
        );
    })
      .on("error", reject)
      .end();
  });
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
    while (performance.now() < end) {
      const { status } = await get(address, headers);
      if (status !== 200) throw new Error(`${address} answered ${status}`);
      count++;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, go));
  return count;
}
