import { calls } from "#app/api/calls.ts";
import {
  renderFollowAnswer,
  renderUploadAnswer,
} from "#app/components/share/plain-answers.server.tsx";
import { answerCalls } from "#app/http/calls/dispatch.server.ts";
import { orPage } from "#app/http/or-page.server.ts";
import { getSettings } from "#domain/core/settings.server.ts";
import { mailServer } from "#domain/mail/send-mail.server.ts";
import { siteNames } from "#domain/site/site-texts.server.ts";

/** A browser without JavaScript sends its plain forms here and gets pages. */
export const loader = orPage(answerCalls(calls), [
  {
    path: /^\/api\/upload-rock$/,
    render: (status, body) =>
      renderUploadAnswer(status, body, {
        site: siteNames(),
        isModerated: getSettings().MODERATION === "on",
        canFollow: mailServer() !== undefined,
      }),
  },
  {
    path: /^\/api\/rocks\/[^/]+\/follow$/,
    render: (status, body) => renderFollowAnswer(status, body, siteNames()),
  },
]);

export const action = loader;
