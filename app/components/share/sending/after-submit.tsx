import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { useRockSummary } from "#app/components/rocks/journey/use-rock-summary.ts";
import { RockStone } from "#app/components/ui/pebble.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import type { Refused } from "#app/components/share/queue/find-store.ts";
import {
  type QueueEntry,
  sendWaiting,
  type QueuedPicture,
} from "#app/components/share/queue/send-queue.ts";
import { NotSent } from "#app/components/share/thanks.tsx";
import { ThankYou, type AfterSubmitProps } from "./thank-you.tsx";
import {
  describeSafety,
  describeSending,
  countOriginals,
  describeTimeLeft,
  formatPercent,
  sayReason,
} from "./words.ts";
import { useSite } from "#app/components/ui/use-site.ts";
import { SaveIcon, CheckIcon } from "#app/components/ui/more-icons.tsx";
import { Thumbnail } from "./thumbnail.tsx";
import "./sending.css";

interface Props extends AfterSubmitProps {
  entry: QueueEntry;
  refused?: Refused;
  backToForm: () => void;
  keepForLater: () => void;
}

/** The dialogs that follow Submit: sending, waiting, 'Thank You!' and 'Submit Failed'. Loaded when the form opens. */
export const AfterSubmit = (props: Props) =>
  props.refused ? <SubmitFailed {...props} /> : <OnItsWay {...props} />;

/** One dialog for all that goes well, so that it doesn't open again with each state. */
function OnItsWay(props: Props) {
  const { t, i18n } = useLingui();
  const { entry, onClose } = props;
  const { state, fields } = entry;
  const isSent = state === "sent";
  const rock = useRockSummary(fields.rockNumber);
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        isSent
          ? t`Thank You!`
          : state === "waiting"
            ? t`Waiting for a connection`
            : describeSending(i18n, entry)
      }
      centred
      picture={
        isSent && (
          <RockStone
            rockNumber={Number(fields.rockNumber)}
            pin={rock?.pin}
            size={150}
          />
        )
      }
      busy={state === "sending"}
      locked={state === "sending"}
    >
      <HeadingFocus key={state} />
      <div className="sending stack stack--centre">
        {isSent ? (
          <ThankYou {...props} />
        ) : state === "waiting" ? (
          <WaitingView entry={entry} onClose={onClose} />
        ) : (
          <SendingView entry={entry} onClose={onClose} />
        )}
      </div>
    </Dialog>
  );
}

/** Moves the focus to the dialog's heading when the state changes, because the pressed button is gone by then. */
function HeadingFocus() {
  const here = useRef<HTMLSpanElement>(null);
  useEffect(
    () => here.current!.closest("dialog")!.querySelector("h2")!.focus(),
    [],
  );
  return <span ref={here} hidden />;
}

interface EntryProps {
  entry: QueueEntry;
  /** The queue goes on with the find. */
  onClose: () => void;
}

function SubmitFailed({
  entry,
  refused,
  backToForm,
  keepForLater,
  onOpenFinds,
}: Props) {
  const { t, i18n } = useLingui();
  const email = useSite().site.contact_email;
  return (
    <Dialog open onClose={backToForm} title={t`Submit Failed`} size="small">
      <div className="stack stack--start">
        <NotSent email={email} />
        {refused?.reason && (
          <p className="result-reason breaks">
            {sayReason(i18n, refused.reason)}
          </p>
        )}
        <Button onClick={backToForm}>
          <Trans>Back to the form</Trans>
        </Button>
        {/* What the site has judged, it judges alike a second time. */}
        {entry.isKept && !entry.refused && (
          <Button
            look="quiet"
            onClick={() => {
              keepForLater();
              onOpenFinds();
            }}
          >
            <Trans>Keep it and send it later</Trans>
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function SendingView({ entry, onClose }: EntryProps) {
  const { t, i18n } = useLingui();
  const { pictures, part, secondsLeft, isKept } = entry;
  const percent = formatPercent(i18n, part);
  const hasOriginals = countOriginals(pictures).total > 0;
  return (
    <>
      <SteppingStones entry={entry} />
      <div className="stack tight soft full">
        <progress
          className="bar"
          max={100}
          value={isKept ? Math.floor(part * 100) : undefined}
          aria-label={t`Sent of the find`}
        />
        <p className="wrap ends">
          {isKept && (
            <span>
              <Trans>{percent} is there</Trans>
            </span>
          )}
          {secondsLeft !== undefined && (
            <span>{describeTimeLeft(i18n, secondsLeft)}</span>
          )}
        </p>
      </div>
      <p className="soft">
        {hasOriginals && (
          <span>
            <Trans>
              Small copies go first, so that your find is safe soon. The full
              pictures follow by themselves.
            </Trans>{" "}
          </span>
        )}
        <span>
          {isKept
            ? t`You can leave. We’ll finish sending the next time you open this site.`
            : t`This browser can’t keep your find. Please keep this page open.`}
        </span>
      </p>
      {isKept && (
        <Button look="text" onClick={onClose}>
          <Trans>Continue in the background</Trans>
        </Button>
      )}
    </>
  );
}

function WaitingView({ entry, onClose }: EntryProps) {
  const { t, i18n } = useLingui();
  return (
    <>
      <SteppingStones entry={entry} />
      <div className="notice notice--calm full" role="status">
        <SaveIcon />
        <p>
          <b>{describeSafety(i18n, entry)}</b>{" "}
          <span>
            {t`It goes on by itself when there is a signal and this site is open.`}
          </span>{" "}
          <span>{t`Nothing is sent twice.`}</span>
        </p>
      </div>
      <div className="sending-choice buttons wrap full">
        <Button onClick={onClose}>
          <Trans>Close, and send it later</Trans>
        </Button>
        <Button look="text" onClick={() => void sendWaiting({ now: true })}>
          <Trans>Try now</Trans>
        </Button>
      </div>
    </>
  );
}

/** Shows the pictures of a find as stones across the water, each with how far it has come. */
function SteppingStones({ entry }: { entry: QueueEntry }) {
  const { pictures } = entry;
  const current = pictures.findIndex(({ part }) => part < 1);
  return (
    <div className="water">
      <svg
        className="ripples"
        viewBox="0 0 400 180"
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        <path d="M-10 40q30-9 60 0t60 0 60 0 60 0 60 0 60 0 60 0M-40 92q30-9 60 0t60 0 60 0 60 0 60 0 60 0 60 0M-20 146q30-9 60 0t60 0 60 0 60 0 60 0 60 0 60 0" />
      </svg>
      <ol className="stones">
        {pictures.map((picture, index) => {
          const number = index + 1;
          const isCurrent = entry.state === "sending" && index === current;
          return (
            <li
              key={index}
              data-state={
                picture.part === 1 ? "there" : isCurrent ? "going" : "here"
              }
              style={{ "--part": picture.part } as React.CSSProperties}
            >
              <span className="stone">
                <Thumbnail blob={picture.thumbnail} />
              </span>
              {picture.part === 1 && (
                <span className="stone-tick badge centre">
                  <CheckIcon />
                </span>
              )}
              <p>
                <span className="sr">
                  <Trans>Picture {number}:</Trans>{" "}
                </span>
                <State
                  picture={picture}
                  ahead={index - current}
                  entry={entry}
                />
              </p>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

interface StateProps {
  picture: QueuedPicture;
  ahead: number;
  entry: QueueEntry;
}

function State({ picture: { part }, ahead, entry: { state } }: StateProps) {
  const { i18n } = useLingui();
  if (part === 1) return <Trans context="picture of a find">There</Trans>;
  if (state === "waiting")
    return <Trans context="picture of a find">Safe here</Trans>;
  if (part > 0 || ahead === 0) return <span>{formatPercent(i18n, part)}</span>;
  return ahead === 1 ? (
    <Trans context="picture of a find">Next</Trans>
  ) : (
    <span className="sr">
      <Trans context="picture of a find">Later</Trans>
    </span>
  );
}
