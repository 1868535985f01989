import { openPages } from "#app/http/open-page.server.ts";
import { makeKeepsake } from "#domain/keepsake/make-keepsake.server.ts";
import { listAll, rewriteLine, runCommand, sizeOf } from "../system/command.ts";

/** `npm run keepsake -- FILE.zip [--private]` */
await runCommand(
  "keepsake",
  async (target, isPrivate) => {
    const { pages, pictures, bytes, lacks } = await makeKeepsake({
      form: isPrivate ? "private" : "public",
      target,
      folder: `${target}.making`,
      openPage: await openPages(),
      report: (_done, _total, message) => rewriteLine(message!),
      onWait: (words) => {
        if (!process.stderr.isTTY) process.stderr.write(`${words}.\n`);
      },
    });
    rewriteLine("");
    if (lacks.length > 0) process.exitCode = 1;
    return [
      `Kept ${pages.toLocaleString("en")} pages and ${pictures.toLocaleString("en")} files beside them, ${sizeOf(bytes)}: ${target}`,
      ...listAll("It lacks pictures", lacks),
      ...(isPrivate
        ? [
            "It holds visitors' names and e-mail addresses: it is for the family alone.",
          ]
        : []),
    ];
  },
  { flag: "--private" },
);
