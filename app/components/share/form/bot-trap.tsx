/** A hidden field that only bots fill in. */
export const BotTrap = () => (
  <div hidden>
    <label>
      Leave this empty
      <input name="website" tabIndex={-1} autoComplete="off" />
    </label>
  </div>
);
