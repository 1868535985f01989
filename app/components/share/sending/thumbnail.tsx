import { useRef } from "react";
import { urlOf } from "#app/components/ui/draw.ts";
import { Shown } from "#app/components/ui/shown.tsx";
import { PLAIN_STONE } from "#app/components/ui/pebble.tsx";

/** Shows a picture of a find in small, or a plain stone if the browser can't show its format. Decorative. */
export function Thumbnail({ blob }: { blob: Blob | undefined }) {
  // The first one stays, because the stored one is another blob of the same picture.
  const first = useRef(blob);
  first.current ??= blob;
  return (
    <Shown
      src={first.current && urlOf(first.current)}
      otherwise={<img className="placeholder" src={PLAIN_STONE} alt="" />}
    />
  );
}
