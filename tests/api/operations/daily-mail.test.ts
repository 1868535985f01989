import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { newFind } from "#tests/setup/calls/find-calls.ts";
import {
  mailEnv,
  startMailServer,
} from "#tests/setup/processes/mail-server.ts";
import { until } from "#tests/setup/until.ts";
import {
  changeSettings,
  forThisTest,
  setUpSite,
  site,
} from "#tests/setup/vitest/site.ts";

setUpSite();

test("the daily mail has each find's picture inside, and the link to review them", async () => {
  await newFind({ name: "Wren" }, ["photo.webp", "plain.png"]);
  await newFind({ rockNumber: "9" }, ["alpha.png"]);
  await newFind({ rockNumber: "10" }, ["plain.png"]);
  // Its picture is missing in the store.
  site.alter(
    "UPDATE rock_post_images SET current_name = 'x' WHERE rps_key = (SELECT max(rps_key) FROM rock_posts)",
  );
  const server = await forThisTest(startMailServer());
  const settings = {
    ...mailEnv(server),
    DIGEST_TO: "me@example.org",
    DIGEST_AT: new Date().toTimeString().slice(0, 5),
  };
  onTestFinished(await changeSettings(settings));
  const mail = await until(() => server.mails[0]);

  expect(mail.subject).toBe("3 finds are waiting");
  expect(mail.from).toEqual({ name: "Rocks", address: "rocks@example.org" });
  expect(mail.headers).toContainEqual(
    expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }),
  );
  const link = new RegExp(`${site.baseURL}/review#[\\w-]{22}["\\n]`);
  for (const part of [mail.text!, mail.html!]) expect(part).toMatch(link);

  expect(mail.attachments).toHaveLength(2);
  expect(mail.html!.match(/<img/g)).toHaveLength(2);
  for (const { contentId, content, ...picture } of mail.attachments) {
    const inside = { disposition: "inline", related: true };
    expect(picture).toMatchObject({ mimeType: "image/jpeg", ...inside });
    expect(mail.html).toContain(`src="cid:${contentId!.slice(1, -1)}"`);
    const jpeg = sharp(Buffer.from(content as ArrayBuffer));
    const { format, width, height, exif } = await jpeg.metadata();
    const size = { format: "jpeg", width: 224, height: 224, exif: undefined };
    expect({ format, width, height, exif }).toEqual(size);
  }
  expect(mail.raw.length).toBeLessThan(200_000);
});
