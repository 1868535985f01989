import { readInThread } from "#domain/large-reads/read-in-thread.server.ts";

/** Asks for the pins and does nothing else, so that only the thread keeps this process alive. */
void readInThread("pins").then((pins) => process.stdout.write(pins!));
