import { countOf } from "#domain/core/words.ts";
import type { Backup } from "#domain/backup/answers.ts";
import { addressOf } from "#app/components/api/send.ts";
import {
  AdminTable,
  Cell,
  Row,
  RowButton,
} from "#app/components/admin/table/admin-table.tsx";
import { PersonalDownload } from "#app/components/admin/ui/personal-download.tsx";
import { describeMoment } from "#app/components/words/days.ts";
import { formatBytes } from "#app/components/words/measures.ts";

const COLUMNS = [
  { title: "Made" },
  { title: "Size", width: 5 },
  { title: "State" },
  { title: "Last read again", width: 8 },
  { title: <span className="sr">Actions</span>, width: 11 },
];
/** How many damaged files a row names at first. */
const NAMED = 3;

interface Props {
  backups: Backup[];
  now: string;
  onRestore: (backup: Backup) => void;
}

/** The kept backups, newest first. */
export const BackupTable = ({ backups, now, onRestore }: Props) => (
  <AdminTable label="Backups" columns={COLUMNS} className="backups">
    {backups.map((backup) => (
      <BackupRow
        key={backup.name}
        backup={backup}
        now={now}
        onRestore={() => onRestore(backup)}
      />
    ))}
  </AdminTable>
);

function BackupRow({
  backup,
  now,
  onRestore,
}: {
  backup: Backup;
  now: string;
  onRestore: () => void;
}) {
  const { name, create_dt, bytes, checked_dt } = backup;
  const of = `the backup of ${describeMoment(create_dt, now)}`;
  return (
    <Row>
      <Cell className="backups-made">
        <time
          dateTime={create_dt}
        >{`${describeMoment(create_dt, now)} UTC`}</time>
      </Cell>
      <Cell label="Size">{formatBytes(bytes)}</Cell>
      <Cell label="State">
        <BackupState {...backup} />
      </Cell>
      <Cell label="Last read again">
        {checked_dt === null ? "Not yet" : describeMoment(checked_dt, now)}
      </Cell>
      <Cell className="at-actions">
        <PersonalDownload
          className="mini"
          href={addressOf("GET /api/backups/:backup/download", {
            params: { backup: name },
          })}
          download
        >
          Download<span className="sr">{` ${of}`}</span>
        </PersonalDownload>
        <RowButton of={of} danger onClick={onRestore}>
          Restore
        </RowButton>
      </Cell>
    </Row>
  );
}

/** Whether it has everything, and which files are damaged. */
function BackupState({ complete, damaged }: Backup) {
  if (damaged.length === 0)
    return complete ? (
      <span>Complete</span>
    ) : (
      <span className="backups-wrong">Lacks originals</span>
    );
  const more = damaged.length - NAMED;
  return (
    <>
      <span className="backups-wrong">{`${countOf(damaged.length, "file")} damaged`}</span>
      <ul className="backups-damaged">
        {damaged.slice(0, NAMED).map((file) => (
          <li key={file}>{file}</li>
        ))}
        {more > 0 && <li>{`and ${countOf(more, "other")}`}</li>}
      </ul>
    </>
  );
}
