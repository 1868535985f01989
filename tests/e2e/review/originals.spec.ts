import { FIND_KEY, ownFields } from "#tests/setup/calls/site-calls.ts";
import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { openAdmin } from "#tests/setup/calls/admin.ts";
import { areDrawn, press, sees, seesA } from "#tests/setup/e2e/steps.ts";

const dialog = (name: string) => page.getByRole("dialog", { name });

async function seeOriginal(name: string) {
  await press("See the original", { in: dialog(name) });
  await sees("The original, with nothing hidden.", { in: dialog(name) });
  await areDrawn(dialog(name).getByRole("img", { name: /^The original of/ }));
  await seesA("link", "Download the original", { in: dialog(name) });
}

test("the admin sees the original of a find's picture in the review and under Journey, and is told what its finder took back", async () => {
  const blurs = JSON.stringify([[[0.2, 0.2, 0.3, 0.3]]]);
  const { uuid } = await site.addFind({ ...ownFields, blurs }, [
    "portrait.heic",
  ]);
  await site.untilIdle();
  await openAdmin("Review");
  await press("Original of Photograph 1");
  await seeOriginal("Original");
  await page.keyboard.press("Escape");
  await press("Keep hidden", { exact: true });
  await sees("Rock 214 stays hidden.");
  const [name] = site.column("SELECT current_name FROM rock_post_images");
  const images = [{ name, blurs: [], description: "A gull" }];
  const corrected = await site.fetch(`/api/finds/${uuid}`, {
    method: "PUT",
    headers: {
      Authorization: `Bearer ${FIND_KEY}`,
      "Content-Type": "application/json",
    },
    body: JSON.stringify({ location: "Crail", images }),
  });
  expect(corrected.status).toBe(200);
  await openAdmin("Review");
  await sees("The finder took back what was hidden");
  await sees("Photograph 1: 1 hidden part can be seen again.");
  await sees("Changed since somebody looked");
  await expect(page.locator("del").first()).toBeVisible();
  await site.untilIdle();
  await openAdmin("Journey");
  await press(/^See A gull large/);
  await seeOriginal("Picture");
});
