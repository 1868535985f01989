import { afterEach, beforeEach, expect, vi } from "vitest";

/** A test that expects a console error checks it, then calls `vi.mocked(console.error).mockClear()`. */
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
