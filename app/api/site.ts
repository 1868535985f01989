import * as v from "valibot";
import { stream } from "#app/http/api.server.ts";
import { requireConfirmed } from "#app/http/admin-session.server.ts";
import { admin, confirmed, file, started } from "#app/http/calls/call.ts";
import { sendFile } from "#app/http/files/send-file.server.ts";
import { DomainError } from "#core/errors.ts";
import { NewKeepsake } from "#domain/jobs/schemas.ts";
import { startKeepsake } from "#domain/jobs/start-jobs.server.ts";
import { findExport } from "#domain/keepsake/exports.server.ts";
import { findKeepsake } from "#domain/keepsake/keepsakes.server.ts";
import { Setting } from "#domain/settings/answers.ts";
import {
  changeSettings,
  listSettings,
} from "#domain/settings/change-settings.server.ts";
import { MailTest, SettingsChange } from "#domain/settings/schemas.ts";
import { tryMail } from "#domain/settings/try-mail.server.ts";
import {
  RenderedText,
  SitePicture,
  SiteTextsDraft,
  Translation,
} from "#domain/site/answers.ts";
import { renderMarkdown } from "#domain/site/markdown.server.ts";
import {
  MarkdownText,
  SiteTextsChange,
  TranslationChange,
} from "#domain/site/schemas.ts";
import {
  isSitePictureName,
  listSitePictures,
  removeSitePicture,
  replaceSitePicture,
} from "#domain/site/site-pictures.server.ts";
import {
  draftSiteTexts,
  saveSiteTexts,
  listTranslations,
  saveTranslation,
} from "#domain/site/site-texts.server.ts";

function requirePictureName(name: string) {
  if (isSitePictureName(name)) return name;
  throw new DomainError("not_found", "The site has no such picture.");
}

/** Two texts of 20,000 characters each, escaped. */
const TEXTS_BYTES_MAX = 262_144;

export const site = {
  ...admin("GET /api/site-texts", {
    summary: "The site's own texts",
    gives: SiteTextsDraft,
    run: () => draftSiteTexts(),
  }),
  ...admin("PUT /api/site-texts", {
    summary:
      "Saves any of the site's texts; one that pages need goes back to its default if it is left blank",
    says: "All texts.",
    versioned: true,
    takes: SiteTextsChange,
    bytesMax: TEXTS_BYTES_MAX,
    gives: SiteTextsDraft,
    run: ({ body, isCurrent }) => saveSiteTexts(body, isCurrent),
  }),
  ...admin("POST /api/site-texts/preview", {
    summary: "How a text in Markdown will look",
    takes: MarkdownText,
    bytesMax: TEXTS_BYTES_MAX,
    gives: RenderedText,
    run: ({ body }) => ({ html: renderMarkdown(body.text, "en") }),
  }),
  ...admin("GET /api/site/translations", {
    summary: "The site's own texts in its other languages",
    gives: v.array(Translation),
    run: () => listTranslations(),
  }),
  ...admin("PUT /api/site/translations/:lang", {
    summary:
      "Saves the site's texts in another language; one that is left blank goes back to the original",
    says: "All texts in that language.",
    versioned: true,
    takes: TranslationChange,
    bytesMax: TEXTS_BYTES_MAX,
    gives: Translation,
    run: ({ params, body, isCurrent }) =>
      saveTranslation(params.lang, body, isCurrent),
  }),
  ...admin("GET /api/site-pictures", {
    summary: "The pictures that may be replaced",
    gives: v.array(SitePicture),
    run: () => listSitePictures(),
  }),
  ...admin("PUT /api/site-pictures/:name", {
    summary: "Puts a picture in place of the one that ships",
    takes: { image: "needed" },
    gives: started("The picture is being made ready."),
    run: ({ params, upload: { id, image } }) =>
      replaceSitePicture(id, requirePictureName(params.name), image),
  }),
  ...admin("DELETE /api/site-pictures/:name", {
    summary: "Goes back to the picture that ships",
    run: ({ params }) => removeSitePicture(requirePictureName(params.name)),
  }),
  ...admin("GET /api/settings", {
    summary: "The settings that can be changed here",
    gives: v.array(Setting),
    run: () => listSettings(),
  }),
  ...confirmed("PUT /api/settings", {
    summary:
      "Changes settings, all of them or none; null goes back to the default",
    says: "All settings. The changed ones are in force.",
    takes: SettingsChange,
    gives: v.array(Setting),
    run: ({ body, sender }) => changeSettings(body, sender),
  }),
  ...confirmed("POST /api/mail-test", {
    summary:
      "Sends a mail with these settings, to try them; what is left out is as it is set",
    says: "The mail server took it.",
    takes: MailTest,
    run: ({ body }) => tryMail(body),
  }),
  ...admin("POST /api/keepsake", {
    summary:
      "Packs the site into a zip of plain files: what is public, or everything for the family, which asks for the password again",
    takes: NewKeepsake,
    gives: started("The keepsake is being made."),
    run: async ({ request, body }) => {
      if (body.form === "private") await requireConfirmed(request);
      return startKeepsake(body.form);
    },
  }),
  ...admin("GET /api/keepsake/:file", {
    summary:
      "The newest keepsake: public.zip, or private.zip, which asks for the password again",
    gives: file(["application/zip"], "in ranges"),
    run: async ({ request, params }) => {
      const found = await findKeepsake(params.file);
      if (!found)
        throw new DomainError("not_found", "There is no such keepsake.");
      if (found.form === "private") await requireConfirmed(request);
      return sendFile(request, {
        path: found.path,
        headers: {
          "Content-Disposition": `attachment; filename="${found.name}"`,
        },
        ownerOnly: true,
      });
    },
  }),
  ...admin("GET /api/export/:file", {
    summary:
      "Rocks, journeys or what was done to them as a file, for a table program or a map; all but the rocks ask for the password again",
    says: "All of them, with where they are.",
    gives: file(["text/csv", "application/geo+json"]),
    run: async ({ request, params }) => {
      const found = findExport(params.file);
      if (!found)
        throw new DomainError("not_found", "There is no such file to export.");
      if (found.isPersonal) await requireConfirmed(request);
      return stream(request, found.text, {
        "Content-Type": found.type,
        "Content-Disposition": `attachment; filename="${params.file}"`,
      });
    },
  }),
};
