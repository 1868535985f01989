import { Failure } from "#app/components/fields/failure.tsx";
import { Button } from "#app/components/ui/button.tsx";
import type { Backup } from "#domain/backup/answers.ts";
import { useSave } from "#app/components/admin/data/use-save.ts";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { describeMoment } from "#app/components/words/days.ts";

interface Props {
  backup: Backup;
  now: string;
  onClose: () => void;
}

/** Says what a restore does, and starts it. */
export function RestoreDialog({ backup, now, onClose }: Props) {
  const { call, isBusy, failure } = useSave();
  const { name, create_dt, complete, damaged } = backup;
  const isWhole = complete && damaged.length === 0;

  async function restore() {
    const begun = await call("POST /api/backups/:backup/restore", {
      params: { backup: name },
    });
    // The site now shows a page that waits at every address.
    if (begun.ok) window.location.reload();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Restore the backup of ${describeMoment(create_dt, now)}?`}
      locked={isBusy}
    >
      <ul className="restore-steps">
        <li>
          A backup of the site as it is now is made first, so you can come back.
        </li>
        <li>
          Then database and pictures become what they were then. What came since
          is in that backup alone.
        </li>
        <li>
          Until it is done, visitors see a page that asks them to wait. A find
          that is on its way is kept on its phone, and sent afterwards.
        </li>
        <li>Everybody is signed out. Sign in again once the site is back.</li>
        {!isWhole && (
          <li className="backups-wrong">
            This backup is not whole. Everything sound in it is restored, and
            what is missing is named afterwards.
          </li>
        )}
      </ul>
      <Failure>{failure}</Failure>
      <footer className="admin-bar">
        <Button look="quiet" disabled={isBusy} onClick={onClose}>
          Cancel
        </Button>
        <Button busy={isBusy} onClick={() => void restore()}>
          Restore
        </Button>
      </footer>
    </Dialog>
  );
}
