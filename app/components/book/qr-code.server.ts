import { outlineOfCode, type CodeOutline } from "./qr-code.ts";

/** Makes the QR code of an address. Imports the library here, because it delays the start. */
export async function makeQrCode(address: string): Promise<CodeOutline> {
  const { create } = await import("qrcode");
  return outlineOfCode(create(address, { errorCorrectionLevel: "M" }).modules);
}
