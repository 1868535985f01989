import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useMemo, useState } from "react";
import { Dialog } from "#app/components/ui/dialog.tsx";
import type { PinList } from "./pin-source.ts";
import { RockList } from "#app/components/map/rock-list.tsx";
import { useLatestResult } from "#app/components/map/use-latest-result.ts";

/** Number of links by which the list grows. */
const STEP = 60;

/** Rocks that lie at one place. */
export interface RockGroup {
  count: number;
  list: (limit: number) => Promise<PinList>;
}

interface Props {
  /** Undefined while closed. */
  group: RockGroup | undefined;
  onChoose: (rockNumber: number) => void;
  onClose: () => void;
}

export function ClusterDialog({ group, onChoose, onClose }: Props) {
  const { t } = useLingui();
  const count = group?.count ?? 0;
  const [limit, setLimit] = useState(STEP);
  useEffect(() => setLimit(STEP), [group]);
  const list = useLatestResult(
    useMemo(() => group && (() => group.list(limit)), [group, limit]),
  );
  return (
    <Dialog
      open={group !== undefined}
      onClose={onClose}
      title={t`${plural(count, { one: "# rocks in this place", other: "# rocks in this place" })}`}
    >
      {group && list && (
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
