export interface Size {
  width: number;
  height: number;
}

/** Eight bits a channel, in rows from the top. */
export interface Pixels extends Size {
  data: Buffer;
  channels: 1 | 2 | 3 | 4;
}
