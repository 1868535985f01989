import { readdir, readFile } from "node:fs/promises";

/** The ids of the image processes that a site or worker has started. */
export async function imageProcessesOf(parent: number): Promise<number[]> {
  const pids: number[] = [];
  for (const entry of await readdir("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    const read = (file: string) =>
      readFile(`/proc/${entry}/${file}`, "utf8").catch(() => "");
    const [, its] = /\) \S (\d+)/.exec(await read("stat")) ?? [];
    if (
      Number(its) === parent &&
      (await read("cmdline")).includes("image-process.js")
    )
      pids.push(Number(entry));
  }
  return pids;
}
