import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server } from "node:http";
import { setUpServer } from "#app/http/remix-serve/http-server.server.ts";
import {
  answerBeforeRemix,
  type Middleware,
} from "#app/http/remix-serve/slot.server.ts";

/** The real remix-serve with the project's preload, and middleware that shows what the preload finds in it. */

setUpServer((request, response) => {
  request.headers["x-added-at-start"] = "yes";
  response.setHeader("X-Start", "seen");
});
subscribe("http.server.request.start", (message) => {
  const { server } = message as { server: Server };
  process.stdout.write(
    `${JSON.stringify({
      requestTimeout: server.requestTimeout,
      keepAliveTimeout: server.keepAliveTimeout,
      headersTimeout: server.headersTimeout,
      canCloseIdle: typeof server.closeIdleConnections === "function",
    })}\n`,
  );
});

const markAsSeen: Middleware = (_request, response, next) => {
  response.setHeader("X-Slot", "seen");
  next();
};

const meet: Middleware = (request, response, next) => {
  if (request.url === "/answered") return void response.end("by the slot");
  if (request.url === "/moved")
    Object.assign(request as IncomingMessage & { originalUrl?: string }, {
      url: "/elsewhere?by=slot",
      originalUrl: "/elsewhere?by=slot",
    });
  if (request.url === "/held") {
    const { write, end } = response;
    const chunks: Buffer[] = [];
    response.write = (chunk: Uint8Array | string) =>
      chunks.push(Buffer.from(chunk as string)) > 0;
    response.end = (chunk?: unknown) => {
      if (typeof chunk === "string" || chunk instanceof Uint8Array)
        chunks.push(Buffer.from(chunk as string));
      Object.assign(response, { write, end });
      return response.end(Buffer.concat(chunks));
    };
  }
  next();
};

answerBeforeRemix(markAsSeen, meet);

process.argv[2] = "bench/peers/remix.mjs";
await import("@remix-run/serve/dist/cli.js");
