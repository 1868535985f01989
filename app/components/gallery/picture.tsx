import { useCallback, useState, type ComponentPropsWithoutRef } from "react";

interface Props extends ComponentPropsWithoutRef<"img"> {
  src: string;
  alt: string;
  fallback: string;
}

/** An image with a replacement for when it is missing. */
export function Picture({ src, alt, fallback, className, ...rest }: Props) {
  const [missing, setMissing] = useState<string>();
  const failed = missing === src;

  // A picture in the server's HTML can fail before React listens.
  const noticeFailure = useCallback((img: HTMLImageElement | null) => {
    if (img?.complete && img.naturalWidth === 0 && img.getAttribute("src"))
      setMissing(img.getAttribute("src")!);
  }, []);

  const look = failed
    ? {
        src: fallback,
        srcSet: undefined,
        className: `${className ?? ""} stand-in`,
      }
    : { src, className, ref: noticeFailure, onError: () => setMissing(src) };
  return <img {...rest} alt={alt} {...look} />;
}
