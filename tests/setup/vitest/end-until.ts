import { afterEach, beforeEach } from "vitest";
import { endUntilWith } from "../until.ts";

/** When a test runs out of time, what it waits for ends too, and does not run on into the next test. */
beforeEach(({ signal }) => endUntilWith(signal));
afterEach(() => endUntilWith(undefined));
