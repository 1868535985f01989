import { expect, page, site, test } from "#tests/setup/browser/browser.ts";
import { addAlbum } from "#tests/setup/calls/albums.ts";
import {
  answerDialogs,
  openAdmin,
  openSection,
} from "#tests/setup/calls/admin.ts";
import { addPost, addRock } from "#tests/setup/calls/catalogue.ts";
import { press, pressBy, sees } from "#tests/setup/browser/steps.ts";

/** Each dialog that saves: its screen, the button that opens it, a field, and where the field is kept. */
const DIALOGS = [
  ["Users", "Edit Ida", "Relation", "users", "relation"],
  ["Rocks", "Edit rock 214", "Comment", "rocks", "comment"],
  ["Journey", /^Edit rock 214/, "Comment", "rock_posts", "comment"],
  ["Albums", "Edit sea", "Description", "albums", '"desc"'],
] as const;

for (const [screen, button, label, table, column] of DIALOGS)
  test(`what somebody else has changed on the screen ${screen} meanwhile can be seen as it is now, or saved over`, async () => {
    site.alter("INSERT INTO users (display_name) VALUES ('Ida')");
    addRock(site, 214);
    site.alter(
      "INSERT INTO rock_artists SELECT rc_key, 1 FROM rocks; DELETE FROM albums",
    );
    addPost(site, { location: "The pier" });
    await addAlbum(site, { name: "sea", photos: [] });
    await openAdmin(screen);
    answerDialogs();
    await press(button);
    const dialog = page.getByRole("dialog");
    const field = dialog.getByLabel(label, { exact: true });
    const saveAfter = async (theirs: string) => {
      site.alter(`UPDATE ${table} SET ${column} = '${theirs}'`);
      await field.fill("Mine");
      await press(/^(Save|Update)$/, { in: dialog });
      await sees("was changed by someone else meanwhile.", { in: dialog });
      await expect(field).toHaveValue("Mine");
    };
    await saveAfter("Theirs");
    await press("Show me how it is now");
    await expect(field).toHaveValue("Theirs");
    await saveAfter("Theirs again");
    await press("Save mine anyway");
    await expect(dialog).toBeHidden();
    expect(
      site.query(`SELECT ${column} AS value FROM ${table}`),
    ).toContainEqual({ value: "Mine" });
  });

test("what somebody else has changed in the site's texts meanwhile can be seen as it is now, or saved over", async () => {
  await openAdmin("Site#names");
  const names = await openSection("Names");
  const dates = names.getByLabel("Dates");
  const saveAfter = async (theirs: string) => {
    const answer = await site.fetch("/api/site-texts", {
      method: "PUT",
      headers: {
        cookie: await site.shareSession(),
        "Content-Type": "application/json",
      },
      body: JSON.stringify({ memorial_dates: theirs }),
    });
    expect(answer.status).toBe(200);
    await dates.fill("Mine");
    await pressBy("Enter", "Save", { exact: true, in: names });
    await sees("This text was changed by someone else meanwhile.");
  };
  await saveAfter("Theirs");
  await press("Show me how it is now");
  await expect(dates).toHaveValue("Theirs");
  await saveAfter("Theirs again");
  await press("Save mine anyway");
  await expect(
    page.getByText("The site's texts were saved").last(),
  ).toBeVisible();
  expect(
    site.query("SELECT value FROM site_texts WHERE key = 'memorial_dates'"),
  ).toEqual([{ value: "Mine" }]);
});
