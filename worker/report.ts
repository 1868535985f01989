import { randomUUID } from "node:crypto";
import os from "node:os";
import type { Redis } from "ioredis";
import {
  WORKER_KEY,
  WORKER_SILENT_MS,
  type WorkerReport,
} from "#domain/jobs/queue.ts";

/** Reports this worker's activity to the site, through Redis. Nothing is sent while Redis is away. */
export function startReport(connection: Redis) {
  const report: WorkerReport = {
    id: randomUUID(),
    host: os.hostname(),
    pid: process.pid,
    started_dt: new Date().toISOString(),
    jobs_done: 0,
    job: null,
  };
  const key = WORKER_KEY + report.id;
  const isThere = () => connection.status === "ready";

  function send() {
    if (!isThere()) return;
    connection
      .set(key, JSON.stringify(report), "PX", WORKER_SILENT_MS)
      .catch(() => {});
  }

  connection.on("ready", send);
  const repeat = setInterval(send, WORKER_SILENT_MS / 3).unref();
  return {
    begin(job_id: string, kind: string, total: number) {
      const started_dt = new Date().toISOString();
      report.job = { job_id, kind, started_dt, done: 0, total };
      send();
    },
    progress(done: number) {
      if (report.job) report.job.done = done;
      send();
    },
    end() {
      report.job = null;
      report.jobs_done++;
      send();
    },
    async stop() {
      clearInterval(repeat);
      connection.off("ready", send);
      if (isThere()) await connection.del(key).catch(() => {});
    },
  };
}
