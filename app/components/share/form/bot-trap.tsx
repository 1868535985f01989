/** A field that only programs see and fill in. */
export const Trap = () => (
  <div hidden>
    <label>
      Leave this empty
      <input name="website" tabIndex={-1} autoComplete="off" />
    </label>
  </div>
);
