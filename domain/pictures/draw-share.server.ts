import { describeShare, removeOldShares } from "./share-pictures.server.ts";
import { catalogue } from "../jobs/catalogue.ts";
import type { JobKind } from "../jobs/job-kind.ts";

export const drawShare: JobKind<"draw-share"> = {
  ...catalogue["draw-share"],
  getData: ({ payload: { rock_number, language } }) =>
    describeShare(rock_number, language),
  settle: ({ payload }, result) =>
    Promise.resolve({
      apply() {},
      afterwards: async () =>
        result && (await removeOldShares(payload.rock_number)),
    }),
};
