import { BusyButton } from "#app/components/admin/ui/busy-button.tsx";

/** Asks for the next page of a table. */
export function ShowMore({
  state,
  load,
}: {
  state: "idle" | "loading" | "failed";
  load: () => Promise<void>;
}) {
  return (
    <p className="admin-more">
      {state === "failed" && (
        <span role="alert">The next page could not be loaded. </span>
      )}
      <BusyButton
        type="button"
        className="btn btn--quiet"
        busy={state === "loading"}
        onClick={() => void load()}
      >
        {state === "loading" ? "Loading..." : "Show more"}
      </BusyButton>
    </p>
  );
}
