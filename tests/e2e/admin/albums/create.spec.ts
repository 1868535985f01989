import { existsSync } from "node:fs";
import {
  albums,
  inOrder,
  listen,
  makeAlbums,
  rowOf,
} from "#tests/setup/browser/albums.ts";
import { expect, page, site, test } from "#tests/setup/browser/browser.ts";
import { openAdmin } from "#tests/setup/calls/admin.ts";
import { fill, press, sees, seesA } from "#tests/setup/browser/steps.ts";

test("creating an album takes a name of lowercase letters and digits alone, and says the rule", async () => {
  await makeAlbums(["taken"]);
  await openAdmin("Albums");
  await press("Create", { exact: true });
  const dialog = page.getByRole("dialog", { name: "Create Album" });
  const name = dialog.getByRole("textbox", { name: /^Name/ });
  const create = dialog.getByRole("button", { name: "Create" });
  const rule =
    "Name can only contain lowercase letters and numbers, no spaces or special characters.";
  await expect(create).toBeDisabled();
  await name.pressSequentially("The Sea-2024!");
  await expect(name).toHaveValue("thesea2024");
  await sees(rule, { in: dialog });
  await expect(create).toBeEnabled();
  await name.fill("!!");
  await expect(name).toHaveValue("");
  await expect(create).toBeDisabled();

  const said = listen();
  await name.fill("taken");
  await create.click();
  await expect(name).toHaveAttribute("aria-invalid", "true");
  expect(said).toEqual([]);

  await name.fill("thesea2024");
  await fill("Display Name", "The sea", { in: dialog });
  await fill("Description", "All summer.", { in: dialog });
  await dialog.getByRole("switch", { name: "Show" }).check();
  await create.click();
  await expect(dialog).toBeHidden();
  await inOrder(albums(), ["taken", "thesea2024"]);
  await seesA("cell", "Yes", { exact: true, in: rowOf("thesea2024") });
  expect(existsSync(site.inStore("albums", "thesea2024"))).toBe(true);
});
