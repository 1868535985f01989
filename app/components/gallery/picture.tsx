import { useCallback, useState, type ComponentPropsWithoutRef } from "react";

interface Props extends ComponentPropsWithoutRef<"img"> {
  src: string;
  alt: string;
  /** Shown instead if the picture does not load. */
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

  if (failed)
    return (
      <img
        {...rest}
        srcSet={undefined}
        src={fallback}
        alt={alt}
        className={`${className ?? ""} stand-in`}
      />
    );
  return (
    <img
      {...rest}
      ref={noticeFailure}
      src={src}
      alt={alt}
      className={className}
      onError={() => setMissing(src)}
    />
  );
}
