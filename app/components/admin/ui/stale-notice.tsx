/** The way out where someone else has saved meanwhile: what was typed is kept until one of the two is chosen. */
export function StaleNotice({
  what,
  onSeeTheirs,
  onSaveMine,
}: {
  what: string;
  onSeeTheirs: () => void;
  onSaveMine: () => void;
}) {
  return (
    <div className="stale-notice field--full" role="alert">
      <p>This {what} was changed by someone else meanwhile.</p>
      <button type="button" className="mini" onClick={onSeeTheirs}>
        Show me how it is now
      </button>
      <button type="button" className="mini" onClick={onSaveMine}>
        Save mine anyway
      </button>
    </div>
  );
}
