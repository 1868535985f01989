import { refuse } from "../refusals.server.ts";
import type { Window } from "../window.server.ts";

/** The data of one item of an AVIF or HEIC, as one piece. */
export interface ItemData {
  length: number;
  /** Copies a part of it. */
  bytes: (at: number, length: number) => Promise<Buffer>;
  countPart: () => void;
}

/** A stretch of the file. */
export interface Piece {
  at: number;
  length: number;
}

export function joinPieces(file: Window, pieces: Piece[]): ItemData {
  const sum = pieces.reduce((length, piece) => length + piece.length, 0);
  return {
    length: sum,
    countPart: () => file.countPart(),
    async bytes(at, length) {
      if (at + length > sum) throw refuse("damaged");
      const parts: Buffer[] = [];
      for (const piece of pieces) {
        const here = Math.min(length, piece.length - at);
        if (here > 0) {
          parts.push(Buffer.from(await file.bytes(piece.at + at, here)));
          at = 0;
          length -= here;
        } else at -= piece.length;
        if (length === 0) break;
      }
      return Buffer.concat(parts);
    },
  };
}
