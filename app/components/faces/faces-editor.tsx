import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Blur } from "#core/blurs.ts";
import { Failure } from "#app/components/fields/field.tsx";
import { Button, Spinner } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { PlusIcon } from "#app/components/ui/more-icons.tsx";
import { FacesStage, focusBox } from "./faces-stage.tsx";
import type { FacesAnswer } from "./faces.worker.ts";
import { BoxesChanged } from "./boxes-changed.ts";
import {
  addMissing,
  around,
  listHidden,
  newBox,
  useBoxes,
} from "./use-boxes.ts";
import { ratioOf } from "./use-drawing.ts";
import { useFaces } from "./use-faces.ts";
import "./faces-editor.css";

export interface FacesEditorProps {
  src: string | undefined;
  /** Hidden areas of the picture; undefined if nobody has looked for faces yet. */
  blurs: Blur[] | undefined;
  /** Whether somebody has seen which faces were found in it. Those are proposed as hidden until then. */
  isSearched: boolean;
  /**
   * Takes the new hidden areas. The message of a rejection is shown, and the editor stays open.
   * @param changed the last rejection that told of other boxes, which the editor shows by now
   */
  onDone: (
    blurs: Blur[],
    isSearched: boolean,
    changed?: BoxesChanged,
  ) => Promise<void> | void;
  onClose: () => void;
}

export function FacesEditor({
  src,
  blurs,
  isSearched,
  onDone,
  onClose,
}: FacesEditorProps) {
  const { t } = useLingui();
  const drawn = useBoxes(blurs ?? []);
  const { boxes, isFull, canUndo, take, propose, undo } = drawn;
  const stage = useRef<HTMLDivElement>(null);
  const [isHere, setIsHere] = useState(false);
  const [isUnknown, setIsUnknown] = useState(false);
  const found = useFaces(isHere ? src : undefined);
  const [wasSearched] = useState(isSearched);
  useEffect(() => {
    if (found) propose(found, !wasSearched);
  }, [found, wasSearched, propose]);
  const { isBusy, failure, finish } = useFinish(
    async (changed) => {
      // Nobody has seen what is still looked for, or could not be.
      const isSeen = wasSearched || Array.isArray(found);
      await onDone(listHidden(boxes), isSeen, changed);
      onClose();
    },
    ({ blurs }) => take((boxes) => addMissing(boxes, blurs)),
  );

  function add(blur: Blur) {
    const box = newBox(blur);
    flushSync(() => take((boxes) => [...boxes, box]));
    focusBox(stage, box.key);
    return box.key;
  }

  const isChanged =
    JSON.stringify(listHidden(boxes)) !== JSON.stringify(blurs ?? []);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Hide faces`}
      size="large"
      locked={isBusy}
      mayClose={() =>
        !isChanged || window.confirm(t`Leave the picture as it was?`)
      }
    >
      <div className="stack">
        {isUnknown ? (
          <p className="faces-none">
            <Trans>
              This browser can’t show the picture. Once your find is sent, you
              can hide faces on its page.
            </Trans>
          </p>
        ) : (
          <FacesStage
            {...{ stage, src, drawn, isHere, add }}
            onHere={() => setIsHere(true)}
            onUnknown={() => setIsUnknown(true)}
          />
        )}
        {!isUnknown && <Help found={found} count={boxes.length} />}
        <Failure>{failure}</Failure>
        <div className="faces-bar row">
          <Button
            look="text"
            disabled={!isHere || isFull || isBusy}
            onClick={() => add(around({ x: 0.5, y: 0.5 }, ratioOf(stage)))}
          >
            <PlusIcon />
            <Trans>Add</Trans>
          </Button>
          <Button look="text" disabled={!canUndo || isBusy} onClick={undo}>
            <Trans>Undo</Trans>
          </Button>
          <Button
            className="faces-done"
            busy={isBusy}
            disabled={!isHere}
            onClick={finish}
          >
            <Trans>Done</Trans>
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/**
 * @param save closes the editor; the message of its rejection becomes `failure`
 * @param onChanged called if somebody has changed the boxes meanwhile
 */
function useFinish(
  save: (changed?: BoxesChanged) => Promise<void>,
  onChanged: (change: BoxesChanged) => void,
) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [changed, setChanged] = useState<BoxesChanged>();
  function finish() {
    setIsBusy(true);
    setFailure(undefined);
    save(changed).catch((error: unknown) => {
      setFailure((error as Error).message);
      if (error instanceof BoxesChanged) {
        setChanged(error);
        onChanged(error);
      }
      setIsBusy(false);
    });
  }
  return { isBusy, failure, finish };
}

interface FoundProps {
  found: FacesAnswer | undefined;
  count: number;
}

const Help = (props: FoundProps) => (
  <div className="faces-words stack tight soft">
    <p role="status">
      <Found {...props} />
    </p>
    <p>
      <Trans>
        Tap a face to hide or show it. Drag it, pull a corner, or draw around
        another one.
      </Trans>
    </p>
    <p className="faces-keys">
      <Trans>
        Arrow keys move a face, with Shift they change its size. Delete removes
        it.
      </Trans>
    </p>
    <p>
      <Trans>
        Hidden faces are blurred for everybody. Only the family keeps the whole
        picture.
      </Trans>
    </p>
  </div>
);

function Found({ found, count }: FoundProps) {
  if (found === undefined)
    return (
      <>
        <Spinner />
        <span>
          <Trans>Looking for faces…</Trans>
        </span>
      </>
    );
  // Elements of their own, because a browser's translation takes text nodes away from React.
  if (count > 0)
    return (
      <span key={count}>
        <Plural value={count} one="# face" other="# faces" />
      </span>
    );
  return found === null ? (
    <span key="failed">
      <Trans>We can’t look for faces on this device.</Trans>
    </span>
  ) : (
    <span key="none">
      <Trans>We found no face.</Trans>
    </span>
  );
}
