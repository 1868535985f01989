import { useEffect, useMemo, useState } from "react";
import { Dialog } from "../ui/dialog.tsx";
import type { Pile, PinSource } from "./pin-source.ts";
import { RockList } from "./rock-list.tsx";
import { useAnswer } from "./use-answer.ts";
import { formatCount } from "../ui/format-count.ts";

/** Links that the list grows by. */
const STEP = 60;

interface Props {
  source: PinSource | undefined;
  /** A pile that no zoom takes apart; undefined while closed. */
  pile: Pile | undefined;
  onChoose: (rockNumber: number) => void;
  onClose: () => void;
}

/** The rocks that lie in one place, as a list. */
export function PileDialog({ source, pile, onChoose, onClose }: Props) {
  const [limit, setLimit] = useState(STEP);
  useEffect(() => setLimit(STEP), [pile]);
  const list = useAnswer(
    useMemo(
      () => pile && source && (() => source.pinsOf(pile, limit)),
      [source, pile, limit],
    ),
  );
  return (
    <Dialog
      open={pile !== undefined}
      onClose={onClose}
      title={`${formatCount(pile?.count ?? 0)} rocks in this place`}
    >
      {pile && list && (
        <RockList
          list={list}
          chosen={undefined}
          onChoose={onChoose}
          onMore={() => setLimit(limit + STEP)}
        />
      )}
    </Dialog>
  );
}
