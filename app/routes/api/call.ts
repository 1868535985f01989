import { calls } from "#app/api/calls.ts";
import { renderUploadAnswer } from "#app/components/share/upload-answer.server.tsx";
import { answerCalls } from "#app/http/calls/dispatch.server.ts";
import { orPage } from "#app/http/or-page.server.ts";
import { getSettings } from "#domain/core/settings.server.ts";
import { siteNames } from "#domain/site/site-texts.server.ts";

/** A browser without JavaScript sends the plain form here and gets a page. */
export const loader = orPage(
  answerCalls(calls),
  "/api/upload-rock",
  (status, body) =>
    renderUploadAnswer(status, body, {
      site: siteNames(),
      isModerated: getSettings().MODERATION === "on",
    }),
);

export const action = loader;
