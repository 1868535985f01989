import type { ReactNode } from "react";
import type { Elements } from "#app/components/language/in-elements.tsx";
import type { List } from "#app/components/admin/data/use-list.ts";
import { Button } from "#app/components/ui/button.tsx";

/** A list, and what is said while it is loading, if it could not be loaded, and if it is empty. */
export function ListStates<Item>({
  list: { items, failed, isLoading, refresh },
  words,
  children,
}: {
  list: List<Item>;
  words: { loading: string; empty: ReactNode; failed: string };
  children: (items: Item[]) => Elements;
}) {
  return (
    <>
      {failed && (
        <p className="soft" role="alert">
          <span>{`${words.failed} `}</span>
          <Button look="mini" onClick={() => void refresh()}>
            Try again
          </Button>
        </p>
      )}
      {isLoading && (
        <p className="soft" role="status">
          {words.loading}
        </p>
      )}
      {items?.length === 0 ? (
        <div className="soft">{words.empty}</div>
      ) : (
        items && children(items)
      )}
    </>
  );
}
