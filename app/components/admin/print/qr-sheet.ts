import type { create } from "qrcode";
import { outlineOfCode } from "../../book/qr-code.ts";

/** A sheet of QR codes, cut into labels: 10 columns of 11 rows. All lengths are in millimetres. */

export const papers = {
  A4: { width: 210, height: 297 },
  Letter: { width: 215.9, height: 279.4 },
} as const;
export type Paper = keyof typeof papers;

const COLUMNS = 10;
const ROWS = 11;
export const LABELS = COLUMNS * ROWS;

/** Most printers can't print nearer to the edge. */
const MARGIN = 7;
const CODE = 17;

export interface QrSheet {
  siteName: string;
  /** The site's address, which the codes lead to. */
  publicUrl: string;
  rocks: number[];
  /** The place of the first label, from 1. Those before it stay empty. */
  position: number;
  /** From the package `qrcode`, which is loaded when a sheet is printed. */
  encode: typeof create;
}

export function sheetCss(paper: Paper) {
  const { width, height } = papers[paper];
  const [column, row] = [
    (width - 2 * MARGIN) / COLUMNS,
    (height - 2 * MARGIN) / ROWS,
  ];
  return `
    @page { size: ${width}mm ${height}mm; margin: 0; }
    * { box-sizing: border-box; }
    body { margin: 0; background: #fff; color: #000; }
    .sheet {
      display: grid;
      grid-template: repeat(${ROWS}, ${row}mm) / repeat(${COLUMNS}, ${column}mm);
      width: ${width}mm;
      height: ${height}mm;
      padding: ${MARGIN}mm;
      overflow: hidden;
      break-after: page;
    }
    .sheet:last-child { break-after: auto; }
    .label {
      display: flex;
      flex-direction: column;
      align-items: center;
      justify-content: center;
      min-width: 0;
      outline: 0.1mm dashed #bbb;
      font: 2mm/1.2 "Nunito Sans", Arial, sans-serif;
      white-space: nowrap;
      overflow: hidden;
    }
    .label svg { display: block; width: ${CODE}mm; height: ${CODE}mm; }
  `;
}

/** Makes the sheet with its labels: the site's name, the code, and 'rock: N' below it. */
export function fillQrSheet(
  document: Document,
  { siteName, publicUrl, rocks, position, encode }: QrSheet,
): Element[] {
  const sheet = document.createElement("section");
  sheet.className = "sheet";
  for (const [index, rock] of rocks.entries()) {
    const place = position - 1 + index;
    const label = document.createElement("div");
    label.className = "label";
    label.style.gridArea = `${Math.floor(place / COLUMNS) + 1} / ${(place % COLUMNS) + 1}`;
    const name = document.createElement("span");
    name.textContent = siteName;
    // A letter is about half as wide as it is high, so that the name fits the label.
    name.style.fontSize = `${Math.min(2, (CODE * 2) / siteName.length)}mm`;
    const number = document.createElement("span");
    number.textContent = `rock: ${rock}`;
    const address = `${publicUrl}/qr?r=${rock}`;
    // The strongest error correction, because rain, scratches and moss may take a third of a code on a rock.
    const { modules } = encode(address, { errorCorrectionLevel: "H" });
    label.append(name, drawCode(document, address, modules), number);
    sheet.append(label);
  }
  return [sheet];
}

const SVG = "http://www.w3.org/2000/svg";

function drawCode(
  document: Document,
  text: string,
  modules: ReturnType<typeof create>["modules"],
) {
  const { side, d } = outlineOfCode(modules);
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${side} ${side}`);
  svg.setAttribute("shape-rendering", "crispEdges");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", text);
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", d);
  svg.append(path);
  return svg;
}
