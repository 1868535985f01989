import { msg } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useId, useRef, useState } from "react";
import type { Blur } from "#core/blurs.ts";
import { FIND_FIELDS } from "#app/components/share/form/find-field.tsx";
import type { FinderFind } from "#domain/finds/answers.ts";
import type { FinderEdits } from "./finder-edits.ts";
import { listChanged, type ChangedMeanwhile } from "./stale-edits.ts";
export { rebase } from "./stale-edits.ts";
import type { FinderPage } from "./use-finder-find.ts";

interface Props {
  /** The find that the edits were made in. */
  before: FinderFind;
  find: FinderFind;
  edits: FinderEdits;
  page: Pick<FinderPage, "setField" | "setPicture">;
}

/** Shows what somebody else has changed beside what its finder has, who chooses. It keeps both until that is saved. */
export function FinderConflict({ before, find, edits, page }: Props) {
  const { t, i18n } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  const [changes] = useState(() => listChanged(before, find, edits));
  const count = before.images.length;
  // After the editor of faces has closed, and has given the focus back.
  useEffect(() => {
    const frame = requestAnimationFrame(() => heading.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);

  function titleOf(change: ChangedMeanwhile) {
    if ("picture" in change) {
      const { number } = change.picture;
      return change.of === "description"
        ? t`What is in photo ${number} of ${count}?`
        : t`Photo ${number} of ${count}`;
    }
    return i18n._(FIND_FIELDS[change.of].label);
  }

  function choose(change: ChangedMeanwhile, isMine: boolean) {
    if (change.of === "removed") return;
    const value = isMine ? change.mine : change.now;
    if ("picture" in change)
      page.setPicture(change.picture.name, { [change.of]: value });
    else page.setField(change.of, value as string);
  }

  return (
    <section className="finder-conflict panel stack" role="group">
      <h2 ref={heading} tabIndex={-1}>
        <Trans>Somebody has changed this find meanwhile.</Trans>
      </h2>
      <p>
        <Trans>Look at both, choose what is to stay, and press Save.</Trans>
      </p>
      {changes.map((change) => (
        <Choice
          key={change.key}
          change={change}
          title={titleOf(change)}
          onChoose={(isMine) => choose(change, isMine)}
        />
      ))}
    </section>
  );
}

interface ChoiceProps {
  change: ChangedMeanwhile;
  title: string;
  onChoose: (isMine: boolean) => void;
}

function Choice({ change, title, onChoose }: ChoiceProps) {
  const { t, i18n } = useLingui();
  const name = useId();
  if (change.of === "removed")
    return (
      <p className="wrap tight">
        <b>{title}</b>
        <span>
          <Trans>It isn’t there any more.</Trans>
        </span>
      </p>
    );
  const { mine, now } = change;
  if (mine === undefined)
    return (
      <p className="wrap tight">
        <b>{title}</b>
        <span>{i18n._(NOW)}</span>
        <Value of={now} />
      </p>
    );
  const yours =
    change.of === "blurs"
      ? t`Yours, with what was hidden meanwhile:`
      : t`Yours:`;
  return (
    <fieldset className="stack tight">
      <legend>{title}</legend>
      {[true, false].map((isMine) => (
        <label key={String(isMine)} className="row">
          <input
            type="radio"
            name={name}
            defaultChecked={isMine}
            onChange={() => onChoose(isMine)}
          />
          <span className="wrap tight">
            <b>{isMine ? yours : i18n._(NOW)}</b>
            <Value of={isMine ? mine : now} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}

const NOW = msg`On the site now:`;

const Value = ({ of }: { of: string | Blur[] }) =>
  of === "" ? (
    <i key="nothing">
      <Trans>Nothing</Trans>
    </i>
  ) : typeof of === "string" ? (
    <q key="text" className="breaks" dir="auto">
      {of}
    </q>
  ) : of.length === 0 ? (
    <span key="none">
      <Trans>No face hidden</Trans>
    </span>
  ) : (
    <span key={of.length}>
      <Plural value={of.length} one="# face hidden" other="# faces hidden" />
    </span>
  );
