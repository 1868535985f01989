import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { RockList } from "../rock-list.tsx";
import { useLatestResult } from "../use-latest-result.ts";
import type { PinList } from "./pin-source.ts";

/** Number of links by which a list grows. */
export const STEP = 60;

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
  return (
    <Dialog
      open={group !== undefined}
      onClose={onClose}
      title={t`${plural(count, { one: "# rocks in this place", other: "# rocks in this place" })}`}
    >
      {group && <Rocks list={group.list} onChoose={onChoose} />}
    </Dialog>
  );
}

function Rocks({
  list,
  onChoose,
}: Pick<RockGroup, "list"> & Pick<Props, "onChoose">) {
  const [limit, setLimit] = useState(STEP);
  const rocks = useLatestResult(list, limit);
  return (
    rocks && (
      <RockList
        list={rocks}
        onChoose={onChoose}
        onMore={() => setLimit(limit + STEP)}
      />
    )
  );
}
