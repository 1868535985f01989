import { useEffect, useMemo, useState } from "react";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { formatCount } from "#app/components/ui/format-count.ts";
import type { PinList } from "./pin-source.ts";
import { RockList } from "#app/components/map/rock-list.tsx";
import { useAnswer } from "#app/components/map/use-answer.ts";

/** Links that the list grows by. */
const STEP = 60;

/** Rocks that lie in one place. */
export interface Stack {
  count: number;
  list: (limit: number) => Promise<PinList>;
}

interface Props {
  /** Undefined while closed. */
  stack: Stack | undefined;
  onChoose: (rockNumber: number) => void;
  onClose: () => void;
}

/** The rocks that lie in one place, as a list. */
export function PileDialog({ stack, onChoose, onClose }: Props) {
  const [limit, setLimit] = useState(STEP);
  useEffect(() => setLimit(STEP), [stack]);
  const list = useAnswer(
    useMemo(() => stack && (() => stack.list(limit)), [stack, limit]),
  );
  return (
    <Dialog
      open={stack !== undefined}
      onClose={onClose}
      title={`${formatCount(stack?.count ?? 0)} rocks in this place`}
    >
      {stack && list && (
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
