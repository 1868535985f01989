import { expect, test } from "playwright/test";
import type { AdminFind, FindImage } from "#domain/finds/answers.ts";
import { sendLargeFind } from "#tests/setup/field/large-find.ts";
import { launchPhone } from "#tests/setup/field/phone.ts";
import { startSite } from "#tests/setup/processes/site.ts";

const SIX_MINUTES = 360_000;

test("five photographs of 4 MB over 50 kbit/s with a cut every 20 to 60 seconds: the admin has the find within 6 minutes of link time, the originals follow byte for byte, for at most 1.1 times their bytes", async () => {
  test.skip(
    !process.env.FIELD_LARGE,
    "It takes minutes: FIELD_LARGE=1 runs it.",
  );
  test.setTimeout(600_000);
  const site = await startSite({ env: { UPLOAD_LIMITS: "off" } });
  const browser = await launchPhone();
  try {
    const cookie = await site.signIn();
    const ask = (path: string) => site.fetch(path, { headers: { cookie } });
    const readAsAdmin = async <T>(path: string) =>
      (await (await ask(path)).json()) as T;
    const readOnlyFind = async () => {
      const finds = await readAsAdmin<AdminFind[]>("/api/journey-admin");
      expect(finds).toHaveLength(1);
      return finds[0]!;
    };

    const { arrivedAfter, wire, files } = await sendLargeFind(
      1,
      { browser, site },
      async () => {
        await site.untilIdle();
        const { uuid, rps_key, originals_pending } = await readOnlyFind();
        expect(originals_pending).toBe(5);
        const images = await readAsAdmin<FindImage[]>(
          `/api/journey-admin/${rps_key}/images`,
        );
        expect(images).toHaveLength(5);
        for (const { current_name } of images) {
          const picture = await ask(
            `/media/rocks/214/${uuid}/webp/${current_name}.webp`,
          );
          expect(picture.status).toBe(200);
        }
      },
    );
    expect(arrivedAfter).toBeLessThan(SIX_MINUTES);
    expect(wire / files).toBeLessThanOrEqual(1.1);
    expect((await readOnlyFind()).originals_pending).toBe(0);
  } finally {
    await browser.close();
    await site.stop();
  }
});
