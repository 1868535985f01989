/** Bytes. Five seconds at 50 kbit/s. */
const PIECE_FIRST = 32_768;
/** Smaller ones would measure the delay rather than the rate. */
const PIECE_MIN = 16_384;
const PIECE_MAX = 4_194_304;
/** Milliseconds that a piece should take: short enough to lose little at a cut, long enough for few requests. */
const PIECE_MS = 5_000;
/** The most that a piece may grow, as a multiple of the one before. */
const GROWTH = 4;
/**
 * A request that takes this multiple of the expected time is stalled. To end it too early costs little, because the
 * site keeps what has arrived.
 */
const STALLED = 1.8;
/** A request isn't stalled before this, because a phone's link often pauses. After 10 seconds the visitor is told. */
const STALLED_MS_MIN = 9_000;

/** Measures the link to the site by the pieces that were sent. */
export class Link {
  /** Bytes of the next piece. */
  pieceBytes = PIECE_FIRST;
  /** Bytes per millisecond. Unknown before a piece has arrived. */
  rate?: number;

  /** Counts a piece that arrived. */
  measure(bytes: number, ms: number) {
    if (bytes < PIECE_MIN) return;
    const rate = bytes / Math.max(1, ms);
    this.rate = this.rate === undefined ? rate : (this.rate + rate) / 2;
    this.pieceBytes = Math.round(
      Math.max(
        PIECE_MIN,
        Math.min(PIECE_MAX, this.rate * PIECE_MS, this.pieceBytes * GROWTH),
      ),
    );
  }

  cut() {
    this.pieceBytes = Math.max(PIECE_MIN, this.pieceBytes / 2);
  }

  /** Milliseconds after which a request that sends this many bytes is stalled. */
  timeLimit(bytes: number) {
    const expected = this.rate === undefined ? PIECE_MS : bytes / this.rate;
    return Math.max(STALLED_MS_MIN, expected * STALLED);
  }
}
