import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "#app/components/ui/button.tsx";
import { PLAIN_STONE } from "#app/components/ui/pebbles.ts";
import { formatDay } from "#app/components/language/days.ts";
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
import { Thumbnail } from "#app/components/share/sending/thumbnail.tsx";
import { describeStatus } from "./find-status.tsx";
import type { ListedFind } from "./list-finds.ts";

interface Props {
  find: ListedFind;
  /** The site has not answered yet how the find is doing. */
  isAsking: boolean;
  /** Called with a refused find that the visitor wants to correct. */
  onEdit: (find: FindToSend) => void;
}

export function FindRow({ find, isAsking, onEdit }: Props) {
  const { t, i18n } = useLingui();
  const { rockNumber, location, day, entry, sent } = find;
  const name = rockNumber === 0 ? t`A rock` : t`Rock ${rockNumber}`;
  const { tone, icon, label, sentence } = describeStatus(i18n, find, isAsking);
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
          {location && day && <span>, </span>}
          {day && <span>{formatDay(i18n, day)}</span>}
        </span>
      </div>
      <p
        className="find-pill"
        data-tone={tone}
        aria-live="polite"
        aria-atomic="true"
      >
        <span className="sr">{`${name}: `}</span>
        {icon}
        <span>{label}</span>
      </p>
      {sentence && <p className="find-sentence soft">{sentence}</p>}
      {entry && !sent && <QueueActions entry={entry} onEdit={onEdit} />}
    </li>
  );
}

function QueueActions({
  entry: { submissionId, state },
  onEdit,
}: { entry: QueueEntry } & Pick<Props, "onEdit">) {
  const { t } = useLingui();

  async function openInForm() {
    const find = await getQueuedFind(submissionId);
    if (find) onEdit(find);
    await removeFromQueue(submissionId);
  }

  function remove() {
    if (window.confirm(t`Remove this find? It has not been sent.`))
      void removeFromQueue(submissionId);
  }

  return (
    <div className="find-actions">
      {state === "refused" && (
        <Button look="text" onClick={() => void openInForm()}>
          <Trans>Open in the form</Trans>
        </Button>
      )}
      {state === "waiting" && (
        <Button look="text" onClick={() => void sendWaiting({ now: true })}>
          <Trans>Send now</Trans>
        </Button>
      )}
      {state !== "sending" && (
        <Button look="text" onClick={remove}>
          <Trans>Remove</Trans>
        </Button>
      )}
    </div>
  );
}
