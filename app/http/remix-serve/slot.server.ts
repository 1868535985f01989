import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequire } from "node:module";
import path from "node:path";

type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/**
 * Puts middleware into remix-serve, which offers no place for it. remix-serve requires `morgan`, a logger,
 * and uses it after its static files and before Remix. This replaces morgan with ours. It must run before
 * remix-serve is loaded. tests/api/http/remix-serve.test.ts fails if a new version no longer works this way.
 */
export function answerBeforeRemix(middleware: Middleware) {
  const requireAsServe = createRequire(
    path.resolve("node_modules/@remix-run/serve/dist/cli.js"),
  );
  const morgan = requireAsServe.resolve("morgan");
  requireAsServe("morgan");
  requireAsServe.cache[morgan]!.exports = () => middleware;
}
