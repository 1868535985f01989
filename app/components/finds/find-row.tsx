import { Button } from "#app/components/ui/button.tsx";
import { PLAIN_STONE } from "#app/components/ui/pebbles.ts";
import { formatDay } from "#app/components/words/days.ts";
import {
  finderPageAddress,
  type FindToSend,
} from "#app/components/share/queue/find-store.ts";
import {
  getQueuedFind,
  removeFromQueue,
  sendWaiting,
  type QueueEntry,
} from "#app/components/share/queue/send-queue.ts";
import { keepAsFile } from "#app/components/share/queue/keep-as-file.ts";
import { Thumbnail } from "#app/components/share/sending/thumbnail.tsx";
import { describeStatus } from "./find-status.tsx";
import type { ListedFind } from "./list-finds.ts";

interface Props {
  find: ListedFind;
  /** Where the finder can send a find that is kept as a file, an e-mail address. */
  email: string;
  /** The site has not answered yet how the find is doing. */
  isAsking: boolean;
  /** Called with a refused find that the visitor wants to correct. */
  onEdit: (find: FindToSend) => void;
}

export function FindRow({ find, email, isAsking, onEdit }: Props) {
  const { rockNumber, location, day, entry, sent } = find;
  const name = rockNumber === 0 ? "A rock" : `Rock ${rockNumber}`;
  const { tone, icon, label, sentence } = describeStatus(find, isAsking);
  return (
    <li>
      <span className="find-picture frame">
        {sent?.picture ? (
          <img src={sent.picture} alt="" />
        ) : entry ? (
          <Thumbnail blob={entry.pictures[0]?.thumbnail} />
        ) : (
          <img className="thumbnail-stone" src={PLAIN_STONE} alt="" />
        )}
      </span>
      <div className="find-name">
        {sent ? (
          <a href={finderPageAddress(sent.uuid, sent.findKey)}>{name}</a>
        ) : (
          <b>{name}</b>
        )}
        <span>
          <bdi>{location}</bdi>
          {location && day && ", "}
          {day && <span>{formatDay(day)}</span>}
        </span>
      </div>
      <p
        className="find-pill"
        data-tone={tone}
        aria-live="polite"
        aria-atomic="true"
      >
        <span className="sr">{name}: </span>
        {icon}
        {label}
      </p>
      {sentence && <p className="find-sentence soft">{sentence}</p>}
      {entry && !sent && (
        <QueueActions entry={entry} email={email} onEdit={onEdit} />
      )}
    </li>
  );
}

function QueueActions({
  entry: { submissionId, state },
  email,
  onEdit,
}: { entry: QueueEntry } & Pick<Props, "email" | "onEdit">) {
  async function openInForm() {
    const find = await getQueuedFind(submissionId);
    if (find) onEdit(find);
    await removeFromQueue(submissionId);
  }

  function remove() {
    if (window.confirm("Remove this find? It has not been sent."))
      void removeFromQueue(submissionId);
  }

  return (
    <div className="find-actions">
      {state === "refused" && (
        <Button look="text" onClick={() => void openInForm()}>
          Open in the form
        </Button>
      )}
      {state === "waiting" && (
        <Button look="text" onClick={() => void sendWaiting({ now: true })}>
          Send now
        </Button>
      )}
      <Button look="text" onClick={() => void keepAsFile(submissionId, email)}>
        Keep as a file
      </Button>
      {state !== "sending" && (
        <Button look="text" onClick={remove}>
          Remove
        </Button>
      )}
    </div>
  );
}
