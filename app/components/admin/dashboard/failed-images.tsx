import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import type { FailedImage } from "#domain/operations/dashboard.server.ts";
import { BusyButton } from "#app/components/admin/ui/busy-button.tsx";
import { callApi } from "#app/components/admin/data/call-api.ts";
import { formatCount } from "#app/components/ui/format-count.ts";

/** The pictures whose smaller versions could not be made, each with its reason. */
export function FailedImages({
  count,
  first,
}: {
  count: number;
  first: FailedImage[];
}) {
  if (count === 0) return null;
  return (
    <div className="failed">
      <h3>
        {count === 1
          ? "1 picture could not be made"
          : `${formatCount(count)} pictures could not be made`}
      </h3>
      <p>What was sent is safe; its smaller versions are missing.</p>
      <ul className="failed-images">
        {first.map((image) => (
          <FailedItem key={`${image.folder} ${image.what}`} image={image} />
        ))}
      </ul>
      {count > first.length && (
        <p className="admin-small">The first {first.length} are listed.</p>
      )}
    </div>
  );
}

function FailedItem({ image }: { image: FailedImage }) {
  const [state, setState] = useState<"idle" | "busy" | "asked" | "failed">(
    "idle",
  );
  const { revalidate } = useRevalidator();

  async function tryAgain() {
    setState("busy");
    try {
      await callApi("POST", "/api/create-images", { path: image.folder });
      setState("asked");
      revalidate();
    } catch (error) {
      console.error("Error starting create images", error);
      setState("failed");
    }
  }

  return (
    <li>
      <b>{image.what}</b> <span>{image.error}</span>
      {state === "asked" ? (
        <span role="status">It is being tried again.</span>
      ) : (
        <BusyButton
          type="button"
          className="mini"
          busy={state === "busy"}
          onClick={() => void tryAgain()}
        >
          Try again<span className="sr">: {image.what}</span>
        </BusyButton>
      )}
      {state === "failed" && (
        <span className="field-error" role="alert">
          That could not be started.
        </span>
      )}
    </li>
  );
}
