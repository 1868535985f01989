import { useEffect, useRef, useState } from "react";
import { Shown } from "#app/components/ui/shown.tsx";
import { PLAIN_STONE } from "#app/components/ui/pebbles.ts";

/** Shows a picture of a find in small, or a plain stone if the browser can't show its format. Decorative. */
export function Thumbnail({ blob }: { blob: Blob | undefined }) {
  const url = useFirstUrl(blob);
  return (
    <Shown
      src={url}
      otherwise={<img className="thumbnail-stone" src={PLAIN_STONE} alt="" />}
    />
  );
}

/** Keeps to the first blob, because each reading of the storage gives another blob of the same picture. */
function useFirstUrl(blob: Blob | undefined) {
  const first = useRef(blob);
  first.current ??= blob;
  const hasBlob = first.current !== undefined;
  const [url, setUrl] = useState<string>();

  useEffect(() => {
    if (!hasBlob) return;
    const made = URL.createObjectURL(first.current!);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [hasBlob]);

  return url;
}
