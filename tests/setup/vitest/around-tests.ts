import { afterEach, beforeEach, expect, vi } from "vitest";
import { endUntilWith } from "../until.ts";

beforeEach(({ signal }) => {
  // When a test runs out of time, its `until` ends too, so that it doesn't run on into the next test.
  endUntilWith(signal);
  // A test that expects an error here checks it, then calls `vi.mocked(console.error).mockClear()`.
  vi.spyOn(console, "error");
});

afterEach(() => {
  endUntilWith(undefined);
  expect(
    vi.mocked(console.error).mock.calls,
    "written with console.error",
  ).toEqual([]);
  vi.restoreAllMocks();
});
