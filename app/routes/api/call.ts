import { calls } from "#app/api/calls.ts";
import {
  renderFollowAnswer,
  renderStopPage,
  renderUploadAnswer,
} from "#app/components/share/plain-answers.server.tsx";
import { answerCalls } from "#app/http/calls/dispatch.server.ts";
import { orPage } from "#app/http/or-page.server.ts";
import { getSettings } from "#core/settings.server.ts";
import type { StopPage } from "#domain/follow/answers.ts";
import { mailServer } from "#domain/mail/send-mail.server.ts";

/** A browser without JavaScript sends its plain forms here and gets pages. So does one that opens a mail's header. */
export const loader = orPage(answerCalls(calls), [
  {
    method: "POST",
    path: /^\/api\/upload-rock$/,
    render: (status, body, asked) =>
      renderUploadAnswer(status, body, {
        ...asked,
        isModerated: getSettings().MODERATION === "on",
        canFollow: mailServer() !== undefined,
      }),
  },
  {
    method: "POST",
    path: /^\/api\/rocks\/[^/]+\/follow$/,
    hasForm: true,
    render: renderFollowAnswer,
  },
  {
    method: "GET",
    path: /^\/api\/follow\/one-click$/,
    render: (_status, body, asked) =>
      renderStopPage((body as StopPage).page, asked),
  },
]);

export const action = loader;
