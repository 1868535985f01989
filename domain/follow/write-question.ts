import type { I18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import { escapeXml } from "#core/escape-xml.ts";
import { onOneLine, writeSignature } from "../mail/texts.ts";
import {
  writeButton,
  writeNote,
  writePage,
  writeParagraph,
} from "../mail/write-page.ts";

/** Writes the mail that asks an address whether it wants to be told about a rock. It has nothing that a visitor typed. */

const NAME_MAX = 60;

export interface Question {
  site_name: string;
  rock_number: number;
  link: string;
}

export function writeQuestion(
  i18n: I18n,
  { site_name, rock_number, link }: Question,
) {
  const site = onOneLine(site_name, NAME_MAX);
  const title = t(i18n)`Tell you when rock ${rock_number} moves on?`;
  const lead = t(
    i18n,
  )`Somebody, most likely you, entered this e-mail address on our site. If you say yes, you get one mail each time somebody finds rock ${rock_number}: where it is, how far it has come, and a picture.`;
  const action = t(i18n)`Yes, tell me`;
  const rest = t(
    i18n,
  )`If it wasn’t you, there is nothing to do: without your yes we forget this address after seven days. You can stop at any time with one press, in every mail.`;
  const footer = t(i18n)`Opening this mail or the link changes nothing.`;
  const href = escapeXml(link);
  return {
    subject: title,
    text: `${title}

${lead}

${action}:
${link}

${rest}

${writeSignature(site, footer)}`,
    html: writePage({
      language: i18n.locale,
      title,
      site,
      preview: lead,
      rows: `<tr><td>
${writeParagraph(lead, "8px 0 22px")}
${writeButton(href, action)}
${writeParagraph(rest, "26px 0 0")}
${writeNote(footer, "22px 0 0")}
</td></tr>`,
    }),
  };
}
