import { useEffect, useState } from "react";
import {
  outlineOfCode,
  type CodeOutline,
} from "#app/components/book/qr-code.ts";
import "./ui.css";

/** A QR code, dark on white in both schemes, because many cameras don't read it the other way round. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [outline, setOutline] = useState<CodeOutline>();
  useEffect(() => {
    let isCurrent = true;
    void import("qrcode")
      .then(({ create }) => {
        if (isCurrent) setOutline(outlineOfCode(create(text, {}).modules));
      })
      .catch((error) => console.error("Error drawing a QR code", error));
    return () => {
      isCurrent = false;
    };
  }, [text]);
  const side = outline?.side ?? 1;
  return (
    <svg
      className="qr-code"
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={outline?.d} />
    </svg>
  );
}
