import os from "node:os";
import type { MailPicture } from "#domain/mail/picture.ts";
import { makeMailPicture } from "./images/mail-picture.ts";

/**
 * The process that makes a mail's pictures. Its argument is a JSON list of them; it prints a JSON list with a JPEG for
 * each, in base64, or null if it can't be made.
 */

os.setPriority(10);
const pictures = [];
for (const asked of JSON.parse(process.argv[2]!) as MailPicture[])
  pictures.push(
    await makeMailPicture(asked).then(
      (jpeg) => jpeg.toString("base64"),
      () => null,
    ),
  );
process.stdout.write(JSON.stringify(pictures));
