import { resetPassword } from "#domain/account/set-up.server.ts";
import { runOnDatabase } from "../system/command.ts";

/** `npm run reset-password` */
await runOnDatabase(
  () =>
    `The password is gone, and all sessions have ended. Open this link to choose another one; a second factor stays on.\n${resetPassword()}`,
);
