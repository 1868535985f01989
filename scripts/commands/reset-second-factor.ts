import { DomainError } from "#domain/core/errors.ts";
import { describeFailure } from "#domain/backup/damage.server.ts";
import { resetSecondFactor } from "#domain/account/second-factor.server.ts";
import { requireDatabase } from "#domain/store/open-site.server.ts";

/** `npm run reset-second-factor`, also while the site runs. */
try {
  if (process.argv.length > 2)
    throw new DomainError("bad_input", "It takes no arguments.");
  requireDatabase();
  process.stdout.write(
    resetSecondFactor()
      ? "The second factor is off, and its recovery codes are gone. Sign in with the password alone, and set it up again under Security.\n"
      : "The second factor was off already. Sign in with the password alone.\n",
  );
} catch (error) {
  process.stderr.write(`${await describeFailure(error)}
`);
  process.exitCode = 1;
}
