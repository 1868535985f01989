import { admin, api, noContent } from "#app/http/api.server.ts";
import { sendTestMail } from "#domain/operations/mail/daily-mail.server.ts";

export const loader = api({
  POST: admin(async () => {
    await sendTestMail();
    return noContent();
  }),
});

export const action = loader;
