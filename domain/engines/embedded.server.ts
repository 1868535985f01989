import {
  type Doer,
  type JobTask,
  asJobError,
  type WorkerReport,
} from "../jobs/catalogue.ts";
import {
  beginning,
  newReport,
  prepareImageProcess,
  type ImageProcess,
  type ImageProcessOptions,
} from "../jobs/image-process.server.ts";
import { endLeases } from "../jobs/ledger.server.ts";
import { dispatchJobs, type Engine, type Ledger } from "./dispatch.server.ts";

/** Jobs at a time: one for each core of the smallest machine this is meant for. */
const SLOTS = 2;

interface EmbeddedOptions extends ImageProcessOptions {
  doer?: Doer;
  slots?: number;
}

interface Slot {
  images: ImageProcess;
  report: WorkerReport;
  tryId?: string;
  /** Ends with the job. */
  work?: Promise<void>;
}

export function startEmbeddedEngine({
  doer = "worker",
  slots: count = SLOTS,
  ...options
}: EmbeddedOptions = {}): Engine {
  endLeases(doer);
  const slots = Array.from({ length: count }, (_, n): Slot => ({
    images: prepareImageProcess(options),
    report: newReport(`site-${n + 1}`),
  }));

  async function work(
    { images, report }: Slot,
    tryId: string,
    task: JobTask,
    { progressed, answered }: Ledger,
  ) {
    const now = (report.job = beginning(tryId, task));
    const answer = await images
      .run(task, (done, total, message) => {
        now.done = done;
        progressed(
          tryId,
          done,
          message === undefined ? undefined : { total, message },
        );
      })
      .catch(asJobError);
    await answered(tryId, answer);
    report.job = null;
    report.jobs_done++;
  }

  return dispatchJobs(doer, (ledger) => ({
    hasRoom: () => slots.some(({ tryId }) => !tryId),
    async handOver(tryId, task) {
      const slot = slots.find(({ tryId }) => !tryId)!;
      slot.tryId = tryId;
      slot.work = work(slot, tryId, task, ledger).finally(() => {
        slot.tryId = undefined;
        ledger.wake();
      });
    },
    listHeld: async () => slots.flatMap(({ tryId }) => tryId ?? []),
    /** A worker finishes the pictures that it has begun. A job of the site's own may take an hour, so it is ended. */
    async takeBack(cancelled) {
      if (doer === "site")
        slots.find(({ tryId }) => tryId === cancelled)?.images.stop();
      return false;
    },
    isReachable: async () => true,
    listWorkers: async () => slots.map(({ report }) => report),
    async stop(graceMs) {
      let grace: NodeJS.Timeout | undefined;
      await Promise.race([
        Promise.all(slots.map(({ work }) => work)),
        new Promise((resolve) => (grace = setTimeout(resolve, graceMs))),
      ]);
      clearTimeout(grace);
      for (const { images } of slots) images.stop();
    },
  }));
}
