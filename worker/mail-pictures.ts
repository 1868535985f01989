import os from "node:os";
import { onDisk } from "#domain/store/disk.server.ts";
import { makeMailPicture } from "./images/mail-picture.ts";

/**
 * The process that makes a mail's pictures. Its arguments are paths of the store; it prints a JSON list with a JPEG
 * for each, in base64, or null if it can't be made.
 */

os.setPriority(10);
const pictures = [];
for (const file of process.argv.slice(2))
  pictures.push(
    await makeMailPicture(onDisk(file)).then(
      (jpeg) => jpeg.toString("base64"),
      () => null,
    ),
  );
process.stdout.write(JSON.stringify(pictures));
