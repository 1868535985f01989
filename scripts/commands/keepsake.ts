import { openPages } from "#app/http/open-page.server.ts";
import { makeKeepsake } from "#domain/keepsake/make-keepsake.server.ts";
import { rewriteLine, runCommand, sizeOf } from "../system/command.ts";

/** `npm run keepsake -- FILE.zip [--private]` */
await runCommand(
  "keepsake",
  async (target, isPrivate) => {
    const { pages, pictures, bytes, leftOut } = await makeKeepsake({
      form: isPrivate ? "private" : "public",
      target,
      folder: `${target}.making`,
      openPage: await openPages(),
      report: (_done, _total, message) => rewriteLine(message!),
    });
    rewriteLine("");
    return [
      `Kept ${pages.toLocaleString("en")} pages and ${pictures.toLocaleString("en")} files beside them, ${sizeOf(bytes)}: ${target}`,
      ...(leftOut > 0
        ? [
            `${leftOut.toLocaleString("en")} pictures are not in the store, so their pages do without them.`,
          ]
        : []),
      ...(isPrivate
        ? [
            "It holds visitors' names and e-mail addresses: it is for the family alone.",
          ]
        : []),
    ];
  },
  { flag: "--private" },
);
