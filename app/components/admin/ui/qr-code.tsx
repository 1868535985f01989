import { CodePicture, outlineOfCode } from "#app/components/book/qr-code.tsx";
import { useLoaded } from "#app/components/ui/use-loaded.ts";

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
