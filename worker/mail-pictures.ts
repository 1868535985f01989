import type { MailPicture } from "#domain/mail/picture.ts";
import { makeMailPicture } from "./images/mail-picture.ts";

/**
 * The process that makes a mail's pictures. Its argument is a JSON list of them; its result is a list with a JPEG for
 * each, in base64, or null if it can't be made.
 */

const result = [];
for (const asked of JSON.parse(process.argv[2]!) as MailPicture[])
  result.push(
    await makeMailPicture(asked).then(
      (jpeg) => jpeg.toString("base64"),
      () => null,
    ),
  );
process.send!({ result }, undefined, undefined, () => process.disconnect());
