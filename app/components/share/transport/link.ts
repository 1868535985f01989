/** Bytes. The headers of a request are a thirtieth of it. */
const PIECE_MIN = 20_480;
const PIECE_MAX = 4_194_304;
/** Milliseconds of the link that a request costs beside its piece, at least. */
const REQUEST_MS = 16;
/** A request that takes this multiple of the expected time is stalled. The site keeps what has arrived of it. */
const STALLED = 1.8;
/** A request isn't stalled before this, because a phone's link often pauses. */
const STALLED_MS_MIN = 3_000;
/** The same before the link is measured. After 10 seconds the visitor is told. */
const STALLED_MS_FIRST = 9_000;
/** Each failure doubles these times, so that a link that has become slow gets a piece through. This is the end. */
const PATIENCE_MAX = 4;

/** Measures the link to the site by the pieces that were sent. */
export class Link {
  /** Bytes per millisecond. Unknown before a piece has arrived. */
  rate?: number;
  /** For how long the link carries pieces before it is cut, in milliseconds; older cuts count less. */
  private holds = 0;
  private patience = 1;

  /**
   * Bytes of the next piece. Large ones cost much at a cut, small ones cost many requests; the sum is least for the
   * square root (Young, 'A first order approximation to the optimum checkpoint interval', 1974).
   */
  get pieceBytes() {
    const ms = Math.sqrt(2 * REQUEST_MS * this.holds);
    const bytes = Math.round((this.rate ?? 0) * ms);
    return Math.max(PIECE_MIN, Math.min(PIECE_MAX, bytes));
  }

  measure(bytes: number, ms: number) {
    this.patience = 1;
    // A smaller one, at the end of a file, measures the delay rather than the rate.
    if (bytes < PIECE_MIN) return;
    this.holds += ms;
    const rate = bytes / Math.max(1, ms);
    this.rate = this.rate === undefined ? rate : (this.rate + rate) / 2;
  }

  cut() {
    this.holds /= 2;
    this.patience = Math.min(PATIENCE_MAX, 2 * this.patience);
  }

  /** Milliseconds after which a request that sends this many bytes is stalled. */
  timeLimit(bytes: number) {
    const ms =
      this.rate === undefined
        ? STALLED_MS_FIRST
        : Math.max(STALLED_MS_MIN, (bytes / this.rate) * STALLED);
    return ms * this.patience;
  }
}
