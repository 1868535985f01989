import { accountOperations } from "./account.ts";
import { albumOperations } from "./albums.ts";
import { jobOperations } from "./jobs.ts";
import { journeyOperations } from "./journeys.ts";
import type { Operations } from "./operation.ts";
import { publicOperations } from "./public.ts";
import { reviewOperations } from "./review.ts";
import { rockOperations } from "./rocks.ts";
import { siteOperations } from "./site.ts";
import { uploadOperations } from "./uploads.ts";

/**
 * Every method of every address of the API, by the route table's own paths. A test holds the two against each
 * other, and every answer in the tests against what is said here.
 */
export const operations: Operations = {
  ...publicOperations,
  ...uploadOperations,
  ...albumOperations,
  ...rockOperations,
  ...journeyOperations,
  ...reviewOperations,
  ...jobOperations,
  ...siteOperations,
  ...accountOperations,
};
