import { resetSecondFactor } from "#domain/account/second-factor.server.ts";
import { runOnDatabase } from "../system/command.ts";

/** `npm run reset-second-factor` */
await runOnDatabase(() =>
  resetSecondFactor()
    ? "The second factor is off, and its recovery codes are gone. Sign in with the password alone, and set it up again under Security.\n"
    : "The second factor was off already. Sign in with the password alone.\n",
);
