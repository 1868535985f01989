import { Failure } from "#app/components/fields/failure.tsx";
import { countOf } from "#domain/core/words.ts";
import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import type { FailedImage } from "#domain/health/dashboard.server.ts";
import { useSave } from "#app/components/admin/data/use-save.ts";
import { Button } from "#app/components/ui/button.tsx";

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
    <div className="failed notice notice--bad">
      <h3>{`${countOf(count, "picture")} could not be made`}</h3>
      <p>What was sent is safe; its smaller versions are missing.</p>
      <ul className="failed-images">
        {first.map((image) => (
          <FailedItem key={`${image.folder} ${image.what}`} image={image} />
        ))}
      </ul>
      {count > first.length && (
        <p className="soft">{`The first ${first.length} are listed.`}</p>
      )}
    </div>
  );
}

function FailedItem({ image }: { image: FailedImage }) {
  const { call, isBusy, failure } = useSave();
  const [isTriedAgain, setIsTriedAgain] = useState(false);
  const { revalidate } = useRevalidator();

  async function tryAgain() {
    const body = { path: image.folder };
    if (!(await call("POST /api/create-images", { body })).ok) return;
    setIsTriedAgain(true);
    revalidate();
  }

  return (
    <li>
      <b>{image.what}</b>
      <span>{` ${image.error} `}</span>
      {isTriedAgain ? (
        <span role="status">It is being tried again.</span>
      ) : (
        <Button look="mini" busy={isBusy} onClick={() => void tryAgain()}>
          Try again<span className="sr">{`: ${image.what}`}</span>
        </Button>
      )}
      <Failure>{failure && "That could not be started."}</Failure>
    </li>
  );
}
