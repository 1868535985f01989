import { mkdirSync, writeFileSync } from "node:fs";
import { getCatalogs } from "@lingui/cli/api";
import { getConfig } from "@lingui/conf";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { BUILT } from "./list.mjs";

/** Writes the texts of each language beside the bundles. One that a language doesn't have yet is in English. */

const config = getConfig();
const [catalog] = await getCatalogs(config);
const english = (await catalog.collect()) ?? fail();

mkdirSync(BUILT, { recursive: true });
for (const language of config.locales) {
  const translated =
    language === config.sourceLocale ? {} : await catalog.read(language);
  const texts = Object.fromEntries(
    Object.entries(english).map(([id, { message }]) => [
      id,
      compileMessageOrThrow(translated?.[id]?.translation || message),
    ]),
  );
  writeFileSync(`${BUILT}/${language}.json`, JSON.stringify(texts));
}

function fail() {
  throw new Error("The texts can't be read; the reason is above.");
}
