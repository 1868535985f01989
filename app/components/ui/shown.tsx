import { useState, type ComponentProps } from "react";
import type { Elements } from "#app/components/language/in-elements.tsx";

interface Props extends ComponentProps<"img"> {
  otherwise: Elements;
}

/** A picture; `otherwise` until there is one, and if the browser can't show its format, for example HEIC. Decorative without `alt`. */
export function Shown({ src, alt = "", otherwise, ...look }: Props) {
  const [unknown, setUnknown] = useState<string>();
  return src && src !== unknown ? (
    <img {...look} src={src} alt={alt} onError={() => setUnknown(src)} />
  ) : (
    otherwise
  );
}
