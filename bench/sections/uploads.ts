import { existsSync } from "node:fs";
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  writeFile,
} from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { startQueueSite } from "#tests/setup/processes/queue.ts";
import { CACHE } from "../data.ts";
import { cpuTime, measureInTurn, peakMemory } from "../measure.ts";
import { compare, limit, unit, type Row } from "../report.ts";
import type { Plan } from "../run.ts";
import { startStock } from "../servers.ts";

const IMAGES = 5;
const AT_ONCE = 4;

export async function measureUploads({
  isQuick,
  rounds,
}: Plan): Promise<Row[]> {
  const photo = await readFile(await largePhoto());
  const form = writeForm(Array<Buffer>(IMAGES).fill(photo));
  const folder = await mkdtemp(path.join(tmpdir(), "painted-rocks-bench-"));
  // Without a worker, so that no picture is derived during the measurement.
  const { site, stop } = await startQueueSite({ workers: 0 });
  const stock = await startStock("bench/peers/remix.mjs", {
    UPLOADS: folder,
  });
  try {
    const times = isQuick ? 2 : 6;
    const rates = (address: string, pid: number, empty: string) => ({
      run: async () => {
        const began = performance.now();
        const before = await cpuTime(pid);
        for (let n = 0; n < times; n++) await send(address, form);
        const cpu = (await cpuTime(pid)) - before;
        const megabytes = (times * form.body.length) / 1e6;
        const clock = (performance.now() - began) / 1000;
        for (const name of await readdir(empty))
          await rm(path.join(empty, name), { recursive: true });
        return { cpu: megabytes / cpu, clock: megabytes / clock };
      },
    });
    await mkdir(path.join(site.mediaDir, "rocks"), { recursive: true });
    const product = rates(
      `${site.baseURL}/api/upload-rock`,
      site.pid(),
      path.join(site.mediaDir, "rocks"),
    );
    const peer = rates(`${stock.baseURL}/parser`, stock.pid, folder);
    // Warms both up, because Node compiles hot code only after a while.
    for (let n = 0; n < 2; n++) {
      await product.run();
      await peer.run();
    }
    const last = { product: NaN, peer: NaN };
    const clock = await measureInTurn(rounds, {
      product: async () => {
        const found = await product.run();
        last.product = found.cpu;
        return found.clock;
      },
      peer: async () => {
        const found = await peer.run();
        last.peer = found.cpu;
        return found.clock;
      },
    });
    await site.restart();
    await Promise.all(
      Array.from({ length: AT_ONCE }, () =>
        send(`${site.baseURL}/api/upload-rock`, form),
      ),
    );
    const peak = await peakMemory(site.pid());
    return [
      compare(
        "Five images of 8 MB in one form, checked and written to disk",
        unit("MB/s"),
        clock.product,
        { name: "Remix's own parser", value: clock.peer },
        { atLeast: 2.5 },
        "the site also checks each image to its end, computes its checksum and waits until all is on the disk, which the parser doesn't",
      ),
      compare("The same, a CPU second", unit("MB"), last.product, {
        name: "Remix's own parser",
        value: last.peer,
      }),
      limit(
        "Peak memory of the web process with four such uploads at once",
        unit("MB"),
        peak,
        { atMost: 150 },
        "the process takes 110 MB before its first request; the rest are pieces of the uploads that V8 has not released yet, up to 64 MB however many uploads there are",
      ),
    ];
  } finally {
    await stock.stop();
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** About 8 MB. */
async function largePhoto() {
  const file = path.join(CACHE, "large-8.jpg");
  if (!existsSync(file)) {
    await mkdir(CACHE, { recursive: true });
    const picture = sharp({
      create: {
        ...{ width: 4000, height: 3000, channels: 3, background: "grey" },
        noise: { type: "gaussian", mean: 128, sigma: 40 },
      },
    });
    await writeFile(file, await picture.jpeg({ quality: 91 }).toBuffer());
  }
  return file;
}

/** Writes the form of a find as browsers send it, as one buffer. */
export function writeForm(images: Buffer[]) {
  const boundary = "----bench-boundary-7d1f";
  const parts: Buffer[] = [];
  for (const [name, value] of Object.entries(findFields))
    parts.push(
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      ),
    );
  for (const [n, image] of images.entries())
    parts.push(
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="images"; filename="${n}.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`,
      ),
      image,
      Buffer.from("\r\n"),
    );
  parts.push(Buffer.from(`--${boundary}--\r\n`));
  return {
    body: Buffer.concat(parts),
    type: `multipart/form-data; boundary=${boundary}`,
  };
}

export function send(
  address: string,
  { body, type }: ReturnType<typeof writeForm>,
) {
  return new Promise<void>((resolve, reject) => {
    request(
      address,
      {
        method: "POST",
        headers: { "Content-Type": type, "Content-Length": body.length },
      },
      async (answer) => {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk as Buffer);
        if (answer.statusCode! < 300) resolve();
        else
          reject(new Error(`${answer.statusCode}: ${Buffer.concat(chunks)}`));
      },
    )
      .on("error", reject)
      .end(body);
  });
}
