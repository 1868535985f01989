import { test, WITH_MOTION } from "#tests/setup/browser/browser.ts";
import { doMainJob } from "./main-job.ts";
import { PHONE } from "#tests/setup/browser/screens.ts";

test.use({ viewport: PHONE, ...WITH_MOTION });

test("a find is sent from a phone, shown by the admin, and seen on the map the right way up", async () => {
  await doMainJob();
});
