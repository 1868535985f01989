import { useLingui } from "@lingui/react/macro";
import type { create } from "qrcode";

/** White modules around a code, as its standard asks. */
const QUIET = 4;

export interface CodeOutline {
  /** Modules from edge to edge, with the white around them. */
  side: number;
  /** Its dark modules, for the `d` of a path. */
  d: string;
}

export function outlineOfCode(
  modules: ReturnType<typeof create>["modules"],
): CodeOutline {
  const { size } = modules;
  let d = "";
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++)
      if (modules.get(y, x)) d += `M${x + QUIET} ${y + QUIET}h1v1h-1z`;
  return { side: size + 2 * QUIET, d };
}

/** Makes the QR code of an address. Imports the library here, because it delays the start. */
export async function makeQrCode(address: string): Promise<CodeOutline> {
  const { create } = await import("qrcode");
  return outlineOfCode(create(address, { errorCorrectionLevel: "M" }).modules);
}

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
