import type { ReactNode } from "react";

/** Stands for a list that is on its way, could not be loaded or has nothing in it. */
export function ListStates<Item>({
  items,
  failed,
  words,
  retry,
  children,
}: {
  items: Item[] | undefined;
  failed: boolean;
  words: { loading: string; empty: ReactNode; failed: string };
  retry: () => void;
  children: (items: Item[]) => ReactNode;
}) {
  if (failed)
    return (
      <p className="admin-empty" role="alert">
        {words.failed}{" "}
        <button type="button" className="mini" onClick={retry}>
          Try again
        </button>
      </p>
    );
  if (items === undefined)
    return (
      <p className="admin-empty" role="status">
        {words.loading}
      </p>
    );
  if (items.length === 0)
    return <div className="admin-empty">{words.empty}</div>;
  return children(items);
}
