import { defaultText } from "#core/settings.server.ts";
import { takesOf } from "#core/settings/check.ts";
import {
  settingGroups,
  settingSchema,
  type SettingName,
} from "#core/settings/schema.ts";

const WIDTH = 110;

const HEAD =
  "Settings. Copy this file to `.env`, and remove the `#` from the lines that you change. Every setting is optional. The value shown is the default, and an empty value counts as not set. The environment wins over this file, and both win over what the admin sets in the browser, under Settings. A wrong value stops the start with one line that names it. This file is made from core/settings/schema.ts.";

/** As comments, in lines that are not too long. */
function comment(text: string) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`;
    if (longer.length < WIDTH) lines[lines.length - 1] = longer;
    else lines.push(` ${word}`);
  }
  return lines.map((line) => `#${line}`).join("\n");
}

function describeSetting(name: SettingName) {
  const value = defaultText(name) ?? "";
  const quote = value.includes("'") ? '"' : /[\s"#]/.test(value) ? "'" : "";
  const says = `${settingSchema[name].says} It takes ${takesOf(name)}.`;
  return `${comment(says)}\n# ${name}=${quote}${value}${quote}\n`;
}

/** `.env.example` */
export const describeSettings = () =>
  [
    `${comment(HEAD)}\n`,
    ...Object.entries(settingGroups).flatMap(([title, names]) => [
      `# ---- ${title} ----\n`,
      ...names.map(describeSetting),
    ]),
  ].join("\n");
