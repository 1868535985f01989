import { mkdir, rmdir, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { getFile, onDisk } from "#domain/store/disk.server.ts";
import { moveInto, removeFromStore } from "#domain/store/write.server.ts";

test("what is moved into a folder arrives, though others take that folder away when they leave it empty @soak", async () => {
  await mkdir(onDisk("tmp/from"), { recursive: true });
  const comeAndGo = async (_: unknown, who: number) => {
    for (let n = 0; n < 200; n++) {
      const name = `${who}-${n}`;
      await writeFile(onDisk(`tmp/from/${name}`), "");
      await moveInto(`tmp/from/${name}`, `rocks/5/${name}`);
      expect(await getFile(`rocks/5/${name}`)).toBeDefined();
      await removeFromStore(`rocks/5/${name}`);
      await rmdir(onDisk("rocks/5")).catch(() => {});
    }
  };
  await Promise.all(Array.from({ length: 8 }, comeAndGo));
});
