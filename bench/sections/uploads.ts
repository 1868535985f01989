import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { encodeForm, findFields } from "#tests/setup/calls/site-calls.ts";
import { startQueueSite } from "#tests/setup/processes/queue.ts";
import { makePhotos } from "../data.ts";
import { mustGet } from "../load.ts";
import { clock, cpuTime, measureRounds, peakMemory } from "../measure.ts";
import { compare, limit, unit, type Row } from "../report.ts";
import type { Plan } from "../run.ts";
import { during, startStock, type Stock } from "../servers.ts";

const PEER = "Remix's own parser";

export async function measureUploads(plan: Plan): Promise<Row[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "painted-rocks-bench-"));
  const stock = startStock("bench/peers/remix.mjs", { UPLOADS: folder });
  return during(stock, (stock) => compareWith(stock, folder, plan)).finally(
    () => rm(folder, { recursive: true, force: true }),
  );
}

async function compareWith(
  stock: Stock,
  folder: string,
  { isQuick, rounds }: Plan,
) {
  // With so much grain it has 8 MB.
  const [file] = await makePhotos(1, 140);
  const photo = await readFile(file!);
  const form = await writeForm(Array<Buffer>(5).fill(photo));
  const times = isQuick ? 2 : 6;
  /** Sends the form again and again, and empties the folder that takes it. */
  const sendSome = async (address: string, pid: number, taken: string) => {
    const before = await cpuTime(pid);
    const ms = await clock(async () => {
      for (let n = 0; n < times; n++) await sendForm(address, form);
    });
    const cpu = (await cpuTime(pid)) - before;
    for (const name of await readdir(taken))
      await rm(path.join(taken, name), { recursive: true });
    const megabytes = (times * form.body.length) / 1e6;
    return { cpu: megabytes / cpu, clock: (1000 * megabytes) / ms };
  };
  // Without a worker, so that no picture is derived during the measurement.
  return during(startQueueSite({ workers: 0 }), async ({ site }) => {
    const taken = site.inStore("rocks");
    await mkdir(taken, { recursive: true });
    const upload = `${site.baseURL}/api/upload-rock`;
    const measureBoth = async () => {
      const own = await sendSome(upload, site.pid(), taken);
      const peer = await sendSome(`${stock.baseURL}/parser`, stock.pid, folder);
      return {
        own: own.clock,
        ownCpu: own.cpu,
        peer: peer.clock,
        peerCpu: peer.cpu,
      };
    };
    // Warms both up, because Node compiles hot code only after a while.
    await measureRounds(2, measureBoth);
    const found = await measureRounds(rounds, measureBoth);
    await site.restart();
    await Promise.all(Array.from({ length: 4 }, () => sendForm(upload, form)));
    return [
      compare(
        "Five images of 8 MB in one form, checked and written to disk",
        unit("MB/s"),
        found.own,
        { name: PEER, value: found.peer },
        { atLeast: 2.5 },
        "the site also checks each image to its end, computes its checksum and waits until all is on the disk, which the parser doesn't",
      ),
      compare("The same, a CPU second", unit("MB"), found.ownCpu, {
        name: PEER,
        value: found.peerCpu,
      }),
      limit(
        "Peak memory of the web process with four such uploads at once",
        unit("MB"),
        await peakMemory(site.pid()),
        { atMost: 150 },
        "the process takes 110 MB before its first request; the rest are pieces of the uploads that V8 has not released yet, up to 64 MB however many uploads there are",
      ),
    ];
  });
}

/** Writes the form of a find as browsers send it. */
export function writeForm(images: Buffer[]) {
  const form = new FormData();
  for (const [name, value] of Object.entries(findFields)) form.set(name, value);
  for (const [n, image] of images.entries())
    form.append("images", new Blob([new Uint8Array(image)]), `${n}.jpg`);
  return encodeForm(form);
}

type Form = Awaited<ReturnType<typeof writeForm>>;

export const sendForm = (address: string, { body, type }: Form) =>
  mustGet(
    address,
    { "Content-Type": type, "Content-Length": String(body.length) },
    { form: body },
  );
