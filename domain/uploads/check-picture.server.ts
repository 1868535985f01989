import { msg } from "@lingui/core/macro";
import * as v from "valibot";
import type { Blur } from "#core/blurs.ts";
import { DomainError } from "#core/errors.ts";
import { remember } from "#core/remember.server.ts";
import { Refusal } from "../images/refusals.server.ts";
import { asJobError, TimeLimitError } from "../jobs/catalogue.ts";
import {
  prepareImageProcess,
  type ImageProcess,
  type ImageProcessOptions,
  pictureCheck,
  type CheckTask,
} from "../jobs/image-process.server.ts";

const PROCESSES = 2;
/** The site's own, so that checks go before jobs. */
const NICENESS = 0;
/** Milliseconds after which a process ends that has nothing to check. */
const IDLE_MS = 60_000;

/** Image processes that start when they are needed. If one dies or takes too long, only its own file is refused. */
export function prepareCheck(options: ImageProcessOptions = {}) {
  const processes = Array.from({ length: PROCESSES }, () =>
    prepareImageProcess({ niceness: NICENESS, ...options }),
  );
  const idle = [...processes];
  const waiting: ((free: ImageProcess) => void)[] = [];
  const ends = new Map<ImageProcess, NodeJS.Timeout>();

  async function inProcess(task: CheckTask) {
    const process =
      idle.pop() ??
      (await new Promise<ImageProcess>((resolve) => waiting.push(resolve)));
    clearTimeout(ends.get(process));
    try {
      const answer = await process.run(task, () => {});
      return v.parse(pictureCheck.result, answer);
    } finally {
      const next = waiting.shift();
      if (next) next(process);
      else {
        idle.push(process);
        ends.set(process, setTimeout(process.stop, IDLE_MS).unref());
      }
    }
  }

  /** Tries once more if its process was killed from outside. */
  async function run(data: CheckTask["data"]) {
    const task = { name: pictureCheck.name, data };
    try {
      return await inProcess(task).catch((error: unknown) => {
        if (asJobError(error).kind !== "killed") throw error;
        return inProcess(task);
      });
    } catch (error) {
      if (error instanceof TimeLimitError) throw new Refusal("slow");
      const { kind } = asJobError(error);
      if (kind === "crash") throw new Refusal("damaged");
      throw new DomainError(
        "unavailable",
        msg`Pictures can't be checked at the moment. Please try again later.`,
        { cause: error },
      );
    }
  }

  return {
    /** @throws {Refusal} @throws {DomainError} unavailable if its process is killed again and again */
    async check(
      file: string,
      { hasCopy = false, blurs }: { hasCopy?: boolean; blurs?: Blur[] } = {},
    ) {
      const checked = await run({ file, hasCopy, derivative: "sm", blurs });
      if ("refused" in checked) throw new Refusal(checked.refused);
      const { extension, sha256, made } = checked;
      return {
        extension,
        sha256,
        sm: made ? Buffer.from(made, "base64") : undefined,
      };
    },
    /**
     * Makes the large derivative of an original, with nothing hidden in it.
     * @throws {Refusal} @throws {DomainError} unavailable, as above
     */
    async render(file: string) {
      const rendered = await run({ file, hasCopy: false, derivative: "webp" });
      if ("refused" in rendered) throw new Refusal(rendered.refused);
      return Buffer.from(rendered.made!, "base64");
    },
    stop() {
      for (const process of processes) process.stop();
    },
  };
}

export const {
  check: checkPicture,
  render: renderOriginal,
  stop: stopChecks,
} = remember("picture check", () => prepareCheck());
