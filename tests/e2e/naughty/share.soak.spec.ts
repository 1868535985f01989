import { findFields } from "#tests/setup/calls/site-calls.ts";
import { visit } from "#tests/setup/browser/rocks.ts";
import { fill, openForm, submit } from "#tests/setup/browser/share-form.ts";
import { packNaughty, PAYLOADS } from "#tests/setup/naughty/strings.ts";
import { expect, expectShown, test } from "#tests/setup/naughty/watch.ts";
import { page, site, seesA } from "#tests/setup/browser/browser.ts";

const KEY = "0123456789abcdef0123456789abcdef";

test("what a finder types arrives as it was typed, and is in its own page's fields", async () => {
  const [comment] = packNaughty(4500);
  const form = await openForm(page);
  await fill(form, comment);
  await form.getByLabel("Location").fill(PAYLOADS[0]!);
  await form.getByLabel("Name").fill(PAYLOADS[3]!);
  await submit(form).click();
  await seesA("dialog", "Thank You!");
  const [find] = site.query<{
    location: string;
    name: string;
    comment: string;
  }>(
    "SELECT location, name, comment FROM rock_posts ORDER BY rps_key DESC LIMIT 1",
  );
  expect(find).toMatchObject({ location: PAYLOADS[0], name: PAYLOADS[3] });
  expect(find!.comment.split(/\r\n|\n/)[0]).toBe(PAYLOADS[0]);

  const answer = await site.sendFind({
    ...findFields,
    location: PAYLOADS[4]!,
    comment: PAYLOADS[5]!,
    name: PAYLOADS[6]!,
    find_key: KEY,
  });
  const { uuid } = (await answer.json()) as { uuid: string };
  await visit(`/finds/${uuid}#${KEY}`);
  await expectShown(page, "input, textarea", PAYLOADS.slice(4, 7));
});
