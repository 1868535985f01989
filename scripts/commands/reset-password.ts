import { DomainError } from "#domain/core/errors.ts";
import { describeFailure } from "#domain/backup/damage.server.ts";
import { resetPassword } from "#domain/account/set-up.server.ts";
import { requireDatabase } from "#domain/store/open-site.server.ts";

/** `npm run reset-password`, also while the site runs. */
try {
  if (process.argv.length > 2)
    throw new DomainError("bad_input", "It takes no arguments.");
  requireDatabase();
  process.stdout.write(
    `The password is gone, and all sessions have ended. Open this link to choose another one; a second factor stays on.\n${resetPassword()}`,
  );
} catch (error) {
  process.stderr.write(`${await describeFailure(error)}
`);
  process.exitCode = 1;
}
