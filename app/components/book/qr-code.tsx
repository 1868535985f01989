import { useLingui } from "@lingui/react/macro";
import type { CodeOutline } from "./qr-code.ts";

interface Props {
  code: CodeOutline;
  className?: string;
}

export const CodePicture = ({
  code: { side, d },
  label,
  className,
}: Props & { label: string }) => (
  <svg
    className={className}
    viewBox={`0 0 ${side} ${side}`}
    shapeRendering="crispEdges"
    role="img"
    aria-label={label}
  >
    <path d={d} />
  </svg>
);

export function QrCode(props: Props) {
  const { t } = useLingui();
  return <CodePicture label={t`QR code of the address`} {...props} />;
}
