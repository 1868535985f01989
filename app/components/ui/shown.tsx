import { useCallback, useState, type ComponentPropsWithoutRef } from "react";
import type { Elements } from "#app/components/language/in-elements.tsx";

type ImageProps = ComponentPropsWithoutRef<"img">;

/** A picture; `otherwise` until there is one, if it is missing, and if the browser can't show its format, for example HEIC. Decorative without `alt`. */
export function Shown({
  src,
  alt = "",
  otherwise,
  ...look
}: ImageProps & { otherwise: Elements }) {
  const [failed, setFailed] = useState<string>();
  // A picture in the server's HTML can fail before React listens.
  const noticeFailure = useCallback((img: HTMLImageElement | null) => {
    if (img?.complete && img.naturalWidth === 0)
      setFailed(img.getAttribute("src")!);
  }, []);
  return src && src !== failed ? (
    <img
      {...look}
      ref={noticeFailure}
      src={src}
      alt={alt}
      onError={() => setFailed(src)}
    />
  ) : (
    otherwise
  );
}

/** A picture. Shows `fallback` while there is no picture, or when it is missing. */
export const Picture = ({
  fallback,
  ...look
}: ImageProps & { alt: string; fallback: string }) => (
  <Shown
    {...look}
    otherwise={
      <img
        {...look}
        src={fallback}
        srcSet={undefined}
        alt={look.alt}
        className={`${look.className ?? ""} placeholder`}
      />
    }
  />
);

/** Fetches a page's main picture before the scripts. React 18 knows the attribute only in this spelling. */
export const FETCH_FIRST = { fetchpriority: "high" };
