import { PDFiumLibrary, type PDFiumPage } from "@hyzyla/pdfium";
import jsQR from "jsqr";

/** A page of a PDF: its size in millimetres, and its RGBA pixels at a given number of pixels a millimetre. */
type PdfPage = ReturnType<typeof readPage>;
export type Drawing = Awaited<ReturnType<PdfPage["draw"]>>;

const POINTS = 72 / 25.4;

/** Reads a PDF with another engine than Chromium's, which wrote it. */
export async function readPdf<T>(
  pdf: Buffer,
  read: (pages: PdfPage[]) => Promise<T>,
): Promise<T> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  try {
    return await read([...document.pages()].map(readPage));
  } finally {
    document.destroy();
    library.destroy();
  }
}

function readPage(page: PDFiumPage) {
  const { originalWidth, originalHeight } = page.getOriginalSize();
  return {
    width: originalWidth / POINTS,
    height: originalHeight / POINTS,
    text: page.getText(),
    draw: async (pixels: number) => {
      const { width, height, data } = await page.render({
        scale: pixels / POINTS,
        render: "bitmap",
        colorSpace: "BGRA",
      });
      return { width, height, data: new Uint8ClampedArray(data) };
    },
  };
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
