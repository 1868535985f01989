import type { List } from "#app/components/admin/data/use-list.ts";
import { Button } from "#app/components/ui/button.tsx";

/** Loads the next page of a table, if there is one. */
export const ShowMore = <Item,>({
  list: { hasMore, more, loadMore },
}: {
  list: List<Item>;
}) =>
  hasMore ? (
    <p className="admin-more">
      {more === "failed" && (
        <span role="alert">The next page could not be loaded. </span>
      )}
      <Button
        look="quiet"
        busy={more === "loading"}
        onClick={() => void loadMore()}
      >
        {more === "loading" ? "Loading..." : "Show more"}
      </Button>
    </p>
  ) : null;
