import { format } from "node:util";
import { answerFromCache } from "#app/http/cache/response-cache.server.ts";
import { preferPacked } from "#app/http/files/packed-assets.server.ts";
import { answerWithPicture } from "#app/http/files/public-pictures.server.ts";
import { REFUSED_HEADER } from "#app/http/request/headers.ts";
import { logWhenAnswered } from "#app/http/request/log.server.ts";
import { prepareRequest } from "#app/http/request/prepare-request.server.ts";
import { log } from "#core/log.server.ts";
import { getSettings } from "#core/settings.server.ts";
import { holdSiteLock } from "#domain/store/site-lock.server.ts";
import { answerBeforeRemix, setUpServer } from "./http-server.server.ts";

/**
 * Loaded before remix-serve, in the same process, because remix-serve offers no place for these steps.
 * Only this folder knows how remix-serve works.
 */

// Ends the process with a clear message if a setting is wrong or another site runs on the same database.
getSettings();
holdSiteLock();

setUpServer((request, response) => {
  const refusal = prepareRequest(request, response);
  logWhenAnswered(request, response);
  if (refusal) {
    request.headers[REFUSED_HEADER] = `${request.method} ${request.url}`;
    // Remix would answer 500. The route at this address says what is wrong.
    request.url = `/refused/${refusal}`;
    request.method = "GET";
  } else preferPacked(request, response);
});

answerBeforeRemix((request, response, next) =>
  answerWithPicture(request, response, (error) =>
    error ? next(error) : answerFromCache(request, response, next),
  ),
);

/* oxlint-disable no-console -- this is where the console's output is taken over */
const toLog =
  (write: (message: string) => void) =>
  (...parts: unknown[]) => {
    const message = format(...parts);
    if (message !== "" && message !== "undefined") write(message);
  };

// Makes JSON lines of what remix-serve and other libraries print to the console.
console.log = console.info = toLog(log.info);
console.warn = toLog(log.warn);
console.error = toLog(log.error);
