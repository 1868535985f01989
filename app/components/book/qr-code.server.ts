import { create } from "qrcode";
import { outlineOfCode, type CodeOutline } from "./qr-code.ts";

/** Makes the QR code of an address. */
export const makeQrCode = (address: string): CodeOutline =>
  outlineOfCode(create(address, { errorCorrectionLevel: "M" }).modules);
