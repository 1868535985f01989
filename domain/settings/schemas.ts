import * as v from "valibot";
import {
  browserSettings,
  checkSetting,
  describeWrong,
  type SettingName,
} from "#core/settings/schema.ts";

const change = (name: SettingName, called: string = name) =>
  v.optional(
    v.nullable(
      v.pipe(
        v.string(({ input }) => describeWrong(name, input, called)),
        v.check(
          (text) => text === "" || "value" in checkSetting(name, text),
          ({ input }) => describeWrong(name, input, called),
        ),
      ),
    ),
  );

/** `PUT /api/settings`: any of the settings. null or an empty text goes back to the default. */
export const SettingsChange = v.strictObject(
  Object.fromEntries(
    browserSettings.map((name) => [name, change(name)]),
  ) as Record<SettingName, ReturnType<typeof change>>,
  "That is no setting that can be changed in the browser.",
);
export type SettingsChange = v.InferOutput<typeof SettingsChange>;

/** `POST /api/mail-test`: the settings to try. Absent ones keep their values. */
export const MailTest = v.object({
  to: change("DIGEST_TO", "to"),
  SMTP_URL: change("SMTP_URL"),
  MAIL_FROM: change("MAIL_FROM"),
});
export type MailTest = v.InferOutput<typeof MailTest>;
