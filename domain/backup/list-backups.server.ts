import { DomainError } from "#core/errors.ts";
import type { Backup } from "./answers.ts";
import { MANIFEST, readSummary } from "./manifest.server.ts";
import { backupFolder, listSnapshots } from "./snapshots.server.ts";
import { readReport } from "./reports.server.ts";
import type { Reread } from "./reread.server.ts";

export async function listBackups(): Promise<Backup[]> {
  const reread = readReport<Reread>("backups-read");
  const changed = reread?.result.damaged ?? [];
  const checked_dt = reread?.ended_dt;
  const found: Backup[] = [];
  for (const snapshot of await listSnapshots(backupFolder())) {
    const { name, path: folder, begun } = snapshot;
    const summary = await readSummary(folder).catch(() => undefined);
    found.push({
      name,
      create_dt: new Date(begun).toISOString(),
      bytes: summary?.bytes ?? 0,
      complete: summary?.complete ?? false,
      checked_dt:
        checked_dt && Date.parse(checked_dt) > begun ? checked_dt : null,
      damaged: [
        ...new Set([
          ...(summary ? summary.damaged : [MANIFEST]),
          ...changed.filter(({ backup }) => backup === name).map((f) => f.path),
        ]),
      ],
    });
  }
  return found;
}

export async function requireBackup(name: string): Promise<string> {
  const found = (await listSnapshots(backupFolder())).find(
    (snapshot) => snapshot.name === name,
  );
  if (!found) throw new DomainError("not_found", "There is no such backup.");
  return found.path;
}
