import type {
  JobData,
  JobName,
  JobResult,
  Progress,
} from "#domain/job-catalogue.ts";
import { deriveImage } from "./images/derive.ts";

/** What is done for each kind of job; a missing one does not compile. */
export const handlers: {
  [N in JobName]: (data: JobData<N>, report: Progress) => Promise<JobResult<N>>;
} = {
  derive: deriveImage,
};
