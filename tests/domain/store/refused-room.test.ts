import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { receiveUpload } from "#app/http/uploads/upload.server.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import { incomingFolder } from "#domain/store/paths.ts";

const part = (name: string, more: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;

test("a refused upload gives its room back before the rest of its body is read", async () => {
  const id = randomUUID();
  const picture = part("images", '; filename="a.jpg"', "x".repeat(100_000));
  const chunks = [picture, part("others", '; filename="b.jpg"', "y"), "rest"];
  /** Whether its folder was there when each chunk was asked for. */
  const isThere: boolean[] = [];
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        isThere.push(existsSync(onDisk(incomingFolder(id))));
        const next = chunks.shift();
        if (next === undefined) controller.close();
        else controller.enqueue(Buffer.from(next));
      },
    },
    { highWaterMark: 0 },
  );
  const request = new Request("http://localhost/api/upload-rock", {
    method: "POST",
    headers: { "Content-Type": "multipart/form-data; boundary=b" },
    body,
    duplex: "half",
  });
  const rules = { fileField: "images", filesMax: 5, tooMany: "Too many." };
  await expect(receiveUpload(request, id, rules)).rejects.toMatchObject({
    kind: "bad_input",
  });
  expect(isThere.slice(1, 3)).toEqual([true, false]);
});
