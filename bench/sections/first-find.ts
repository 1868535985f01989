import { goToFirstFind } from "#tests/setup/field/first-find.ts";
import { launchPhone } from "#tests/setup/field/phone.ts";
import { startSite } from "#tests/setup/processes/site.ts";
import { limit, unit, type Row } from "../report.ts";

const WHAT =
  "From the start of a new site to its first find that everybody sees, every step of the set-up and a printed label included";

/** Measures the way of somebody who has installed the site just now. */
export async function measureFirstFind(): Promise<Row[]> {
  const browser = await launchPhone();
  const began = performance.now();
  const site = await startSite({ env: { ADMIN_PASSWORD: "" } });
  try {
    const { presses } = await goToFirstFind(site, browser);
    const seconds = (performance.now() - began) / 1000;
    return [
      limit(WHAT, unit("s"), seconds, { atMost: 120 }),
      limit(
        "The same: presses, without what is typed",
        unit("presses"),
        presses,
      ),
      limit("The same: files edited", unit("files"), 0, { atMost: 0 }),
    ];
  } finally {
    await browser.close();
    await site.stop();
  }
}
