import { afterEach, beforeEach } from "vitest";
import { endUntilWith } from "../until.ts";

/** When a test runs out of time, its `until` ends too, so that it doesn't run on into the next test. */
beforeEach(({ signal }) => endUntilWith(signal));
afterEach(() => endUntilWith(undefined));
