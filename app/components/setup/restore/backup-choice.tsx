import { Button } from "#app/components/ui/button.tsx";
import { useState } from "react";
import { formatDay } from "#app/components/words/days.ts";
import { formatBytes } from "#app/components/words/measures.ts";

interface Props {
  /** Undefined until they are loaded. */
  backups: { name: string; create_dt: string; bytes: number }[] | undefined;
  /** The one that is chosen at first, by its name; the newest if absent. */
  first?: string | null;
  hasFailed: boolean;
  disabled: boolean;
  onRestore: (name: string) => void;
}

/** The kept backups, of which one can be restored. */
export function BackupChoice({
  backups,
  first,
  hasFailed,
  disabled,
  onRestore,
}: Props) {
  const [chosen, setChosen] = useState<string>();
  if (!backups)
    return (
      <p role="status">
        {hasFailed
          ? "The backups could not be loaded. This page tries again."
          : "Loading..."}
      </p>
    );
  if (backups.length === 0)
    return (
      <p>
        There are no backups here. If you have a folder of them, set{" "}
        <code>BACKUP_DIR</code> to it and start the site again, or send a file
        below.
      </p>
    );
  const name = chosen ?? first ?? backups[0]!.name;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onRestore(name);
      }}
    >
      <label className="field">
        Backup
        <select
          className="control"
          value={name}
          disabled={disabled}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        >
          {backups.map(({ name, create_dt, bytes }) => (
            <option
              key={name}
              value={name}
            >{`${formatDay(create_dt.slice(0, 10))}, ${create_dt.slice(11, 16)} UTC, ${formatBytes(bytes)}`}</option>
          ))}
        </select>
      </label>
      <Button type="submit" disabled={disabled}>
        Restore this backup
      </Button>
    </form>
  );
}
