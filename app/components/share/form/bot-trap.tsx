import { Trans } from "@lingui/react/macro";

/** A hidden field that only bots fill in. */
export const BotTrap = () => (
  <div hidden>
    <label>
      <Trans>Leave this empty</Trans>
      <input name="website" tabIndex={-1} autoComplete="off" />
    </label>
  </div>
);
