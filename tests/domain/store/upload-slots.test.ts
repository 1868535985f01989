import { mkdirSync, statfsSync } from "node:fs";
import { expect, test } from "vitest";
import { storeRoot } from "#domain/store/disk.server.ts";
import { withUploadSlot } from "#domain/uploads/slots.server.ts";

/** Begins an upload that keeps its slot until `end` or `fail` is called. */
function begin(address: string, bytes = 0) {
  let end = () => {};
  let fail = (_error: Error) => {};
  const running = new Promise<void>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  const result = withUploadSlot({ address, bytes }, () => running).then(
    () => "done",
    (error: { kind?: string }) => error.kind,
  );
  return { result, end, fail: () => fail(new Error("broken off")) };
}

const settled = async (address: string, bytes = 0) => {
  const upload = begin(address, bytes);
  upload.end();
  return upload.result;
};

test("one address runs 8 uploads at once, all together 32, and each that ends makes room", async () => {
  const own = Array.from({ length: 8 }, (_, n) => begin(`2001:db8::${n + 1}`));
  expect(await settled("2001:db8::99")).toBe("too_many");
  expect(await settled("2001:db8:0:1::1")).toBe("done");

  const others = Array.from({ length: 24 }, (_, n) => begin(`192.0.2.${n}`));
  expect(await settled("198.51.100.1")).toBe("unavailable");

  own[0]!.end();
  expect(await own[0]!.result).toBe("done");
  expect(await settled("198.51.100.1")).toBe("done");
  others[0]!.fail();
  expect(await others[0]!.result).toBeUndefined();
  expect(await settled("2001:db8::99")).toBe("done");
  for (const upload of [...own, ...others]) upload.end();
  await Promise.all([...own, ...others].map(({ result }) => result));
});

test("an upload needs room for itself, and keeps none from others before its bytes come", async () => {
  mkdirSync(storeRoot(), { recursive: true });
  const { bavail, bsize } = statfsSync(storeRoot());
  const most = Math.floor(bavail * bsize * 0.6);
  const silent = begin("192.0.2.1", most);
  expect(await settled("192.0.2.2", most)).toBe("done");
  expect(await settled("192.0.2.2", 2 * most)).toBe("unavailable");
  silent.end();
  expect(await silent.result).toBe("done");
});
