import * as v from "valibot";
import { admin, confirmed } from "#app/http/calls/call.ts";
import { Setting } from "#domain/settings/answers.ts";
import {
  changeSettings,
  listSettings,
} from "#domain/settings/change-settings.server.ts";
import { MailTest, SettingsChange } from "#domain/settings/schemas.ts";
import { tryMail } from "#domain/settings/try-mail.server.ts";

export const settings = {
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
};
