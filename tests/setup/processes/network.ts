import { once } from "node:events";
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
} from "node:http";
import type { AddressInfo } from "node:net";

/** What a network puts in place of the site's answer. */
export interface Instead {
  status: number;
  headers: Record<string, string>;
  body: string;
}
type Passed = "pass" | "cut" | Instead;

export const page = (status: number): Instead => ({
  status,
  headers: { "Content-Type": "text/html; charset=utf-8" },
  body: "<!doctype html><title>Example Network</title><h1>Not here</h1>",
});

/** As some gateways refuse. */
export const json = (status: number): Instead => ({
  status,
  headers: { "Content-Type": "application/json" },
  body: '{"error":"Method not allowed"}',
});

export const redirect = (to: string): Instead => ({
  status: 302,
  headers: { Location: to },
  body: "",
});

export type Network = Awaited<ReturnType<typeof startNetwork>>;

/** A network between a browser and the site, such as a firm's or a hotel's. It says of each request what becomes of it. */
export async function startNetwork(
  siteURL: string,
  decide: (request: IncomingMessage) => Passed,
) {
  const requests: string[] = [];
  let rule = decide;
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const passed = rule(request);
    if (passed === "cut") return request.socket.resetAndDestroy();
    if (passed !== "pass") {
      // Read to the end, or the browser would see a reset in place of the answer.
      request.resume().once("end", () => {
        response.writeHead(passed.status, passed.headers).end(passed.body);
      });
      return;
    }
    const onward = httpRequest(
      siteURL + request.url,
      { method: request.method, headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      },
    );
    onward.once("error", () => response.destroy());
    response.once("close", () => onward.destroy());
    request.pipe(onward);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    baseURL: `http://127.0.0.1:${port}`,
    /** Each request so far, such as `POST /api/uploads`. */
    requests,
    change: (decide: typeof rule) => void (rule = decide),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Lets only GET, HEAD and POST through. */
export const onlyGetAndPost =
  (refusal: Passed) =>
  ({ method = "" }: IncomingMessage): Passed =>
    ["GET", "HEAD", "POST"].includes(method) ? "pass" : refusal;
