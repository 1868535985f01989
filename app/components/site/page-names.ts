import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

export const pageNames: Record<string, MessageDescriptor> = {
  "/": msg`Home`,
  "/share-your-rock": msg`Share Your Rock`,
  "/photos": msg`Photos`,
  "/track-the-rocks": msg`Track The Rocks`,
  "/all-rocks": msg`All Rocks`,
  "/map": msg`Map`,
  "/sudc": msg`SUDC`,
  "/privacy": msg`Privacy`,
};
