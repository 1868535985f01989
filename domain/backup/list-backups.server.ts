import { DomainError } from "#core/errors.ts";
import type { Backup } from "./answers.ts";
import { DATABASE, MANIFEST, readSummary } from "./manifest.server.ts";
import { backupFolder, isSound, listSnapshots } from "./snapshots.server.ts";
import { readReport, saveReport } from "./reports.server.ts";
import type { Reread } from "./reread.server.ts";

export async function listBackups(): Promise<Backup[]> {
  const reread = readReport<Reread>("backups-read");
  const { part, damaged: changed } = reread?.result ?? NO_NIGHT;
  const checked_dt = part === NO_NIGHT.part ? undefined : reread?.ended_dt;
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
        ...(summary ? summary.damaged : [MANIFEST]),
        ...changed.filter(({ backup }) => backup === name).map((f) => f.path),
      ].filter((file, at, all) => all.indexOf(file) === at),
    });
  }
  return found;
}

/** Before the first night. */
const NO_NIGHT: Reread = { part: -1, damaged: [] };

/** Names a backup as damaged, if its database is, until a night reads otherwise. */
export async function noteIfDamaged(name: string) {
  const folder = await requireBackup(name).catch(() => undefined);
  if (folder === undefined || (await isSound(folder))) return;
  const reread = readReport<Reread>("backups-read");
  const { part, damaged } = reread?.result ?? NO_NIGHT;
  const others = damaged.filter(
    (file) => file.backup !== name || file.path !== DATABASE,
  );
  await saveReport(
    "backups-read",
    { part, damaged: [...others, { backup: name, path: DATABASE }] },
    reread?.ended_dt,
  );
}

/** The folder of a backup. */
export async function requireBackup(name: string): Promise<string> {
  const found = (await listSnapshots(backupFolder())).find(
    (snapshot) => snapshot.name === name,
  );
  if (!found) throw new DomainError("not_found", "There is no such backup.");
  return found.path;
}
