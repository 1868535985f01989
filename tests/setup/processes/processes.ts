import { readdir, readFile } from "node:fs/promises";

/** The ids of the image processes that a site or worker has started, also by way of a process between. */
export async function imageProcessesOf(parent: number): Promise<number[]> {
  const read = (file: string) => readFile(file, "utf8").catch(() => "");
  const threads = await readdir(`/proc/${parent}/task`).catch(() => []);
  const children = await Promise.all(
    threads.map((thread) => read(`/proc/${parent}/task/${thread}/children`)),
  );
  const pids: number[] = [];
  for (const pid of children.join(" ").match(/\d+/g) ?? [])
    if ((await read(`/proc/${pid}/cmdline`)).includes("image-process.js"))
      pids.push(Number(pid));
    else pids.push(...(await imageProcessesOf(Number(pid))));
  return pids;
}
