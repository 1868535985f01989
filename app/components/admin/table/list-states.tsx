import type { ReactNode } from "react";
import type { List } from "#app/components/admin/data/use-list.ts";
import { Button } from "#app/components/ui/button.tsx";

/** A list, or what is said in its place while it is loading, if it could not be loaded, and if it is empty. */
export function ListStates<Item>({
  list: { items, failed, refresh },
  words,
  children,
}: {
  list: List<Item>;
  words: { loading: string; empty: ReactNode; failed: string };
  children: (items: Item[]) => ReactNode;
}) {
  if (failed)
    return (
      <p className="soft" role="alert">
        {words.failed}{" "}
        <Button look="mini" onClick={() => void refresh()}>
          Try again
        </Button>
      </p>
    );
  if (items === undefined)
    return (
      <p className="soft" role="status">
        {words.loading}
      </p>
    );
  if (items.length === 0) return <div className="soft">{words.empty}</div>;
  return children(items);
}
