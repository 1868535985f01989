import { useLingui } from "@lingui/react/macro";
import type { CodeOutline } from "./qr-code.ts";

export function QrCode({
  code: { side, d },
  className,
}: {
  code: CodeOutline;
  className: string;
}) {
  const { t } = useLingui();
  return (
    <svg
      className={className}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={t`QR code of the address`}
    >
      <path d={d} />
    </svg>
  );
}
