import { log } from "#core/log.server.ts";
import { getSettings } from "#core/settings.server.ts";
import { onStop } from "#core/signals.server.ts";
import { startWorker } from "./worker.ts";

/** `npm run worker`: runs one worker until it is asked to stop. It then ends within 10 seconds. */
const GRACE_MS = 8_000;
const STOP_MS = 9_500;

const { REDIS_URL } = getSettings();
if (!REDIS_URL) {
  process.stderr.write(
    "REDIS_URL is not set; it takes the address of the Redis that the site uses.\n",
  );
  process.exit(1);
}

const worker = startWorker(REDIS_URL);
onStop((signal) => {
  log.info("stopping", { signal });
  setTimeout(() => process.exit(0), STOP_MS).unref();
  void worker.stop(GRACE_MS).finally(() => process.exit(0));
});
