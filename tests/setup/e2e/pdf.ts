import { PDFiumLibrary } from "@hyzyla/pdfium";
import jsQR from "jsqr";

/** A page of a PDF: its size in millimetres, and a drawing of it. */
export interface PdfPage {
  width: number;
  height: number;
  text: string;
  draw: (pixels: number) => Promise<Drawing>;
}

/** RGBA. */
export interface Drawing {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

const POINTS = 72 / 25.4;

/** Reads a PDF with another engine than Chromium's, which wrote it. */
export async function readPdf<T>(
  pdf: Buffer,
  read: (pages: PdfPage[]) => Promise<T>,
): Promise<T> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  try {
    return await read(
      [...document.pages()].map((page) => {
        const { originalWidth, originalHeight } = page.getOriginalSize();
        return {
          width: originalWidth / POINTS,
          height: originalHeight / POINTS,
          text: page.getText(),
          draw: async (pixels) => {
            const drawn = await page.render({
              scale: pixels / POINTS,
              render: "bitmap",
              colorSpace: "BGRA",
            });
            return {
              width: drawn.width,
              height: drawn.height,
              data: new Uint8ClampedArray(drawn.data),
            };
          },
        };
      }),
    );
  } finally {
    document.destroy();
    library.destroy();
  }
}

/** Reads the QR code in a part of a drawing. */
export function readCode(
  { width, data }: Drawing,
  part: { left: number; top: number; width: number; height: number },
): string | undefined {
  const cut = new Uint8ClampedArray(part.width * part.height * 4);
  for (let row = 0; row < part.height; row++) {
    const from = ((part.top + row) * width + part.left) * 4;
    cut.set(data.subarray(from, from + part.width * 4), row * part.width * 4);
  }
  return jsQR(cut, part.width, part.height)?.data;
}
