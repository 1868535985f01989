import {
  outlineOfCode,
  type CodeOutline,
} from "#app/components/book/qr-code.ts";
import { useLoaded } from "#app/components/ui/use-loaded.ts";

export const CodePicture = ({
  code: { side, d },
  label,
  className,
}: {
  code: CodeOutline;
  label: string;
  className?: string;
}) => (
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

const load = () => import("qrcode");

/** A QR code, dark on white in both schemes, because many cameras don't read it the other way round. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { part } = useLoaded(load);
  return (
    <CodePicture
      className="qr-code"
      label={label}
      code={
        part ? outlineOfCode(part.create(text, {}).modules) : { side: 1, d: "" }
      }
    />
  );
}
