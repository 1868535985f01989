import { afterEach, beforeEach, expect, vi } from "vitest";

/** A test that expects an error on the console says so, and then calls `vi.mocked(console.error).mockClear()`. */
beforeEach(() => {
  vi.spyOn(console, "error");
});

afterEach(() => {
  expect(
    vi.mocked(console.error).mock.calls,
    "written with console.error",
  ).toEqual([]);
  vi.restoreAllMocks();
});
