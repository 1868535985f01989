import type { Pixels } from "./pixels.ts";

const SHORT = 3;
const LONG = 4;
const UNDEFINED = 7;

/** With their colour profile and EXIF orientation. sharp can't be given either with raw pixels. */
export function writeTiff(
  { data, width, height, channels }: Pixels,
  { profile, orientation }: { profile?: Buffer; orientation: number },
) {
  const fields = 11 + (channels === 4 ? 1 : 0) + (profile ? 1 : 0);
  const depthsAt = 8 + 2 + fields * 12 + 4;
  const profileAt = depthsAt + 2 * channels;
  const pixelsAt = profileAt + (profile?.length ?? 0);

  const file = Buffer.alloc(pixelsAt + data.length);
  let at = file.write("II*\0", "latin1");
  at = file.writeUInt32LE(8, at);
  at = file.writeUInt16LE(fields, at);
  const field = (tag: number, type: number, count: number, value: number) => {
    at = file.writeUInt16LE(tag, at);
    at = file.writeUInt16LE(type, at);
    at = file.writeUInt32LE(count, at);
    at = file.writeUInt32LE(value, at);
  };
  field(256, LONG, 1, width);
  field(257, LONG, 1, height);
  field(258, SHORT, channels, depthsAt);
  field(259, SHORT, 1, 1); // not compressed
  field(262, SHORT, 1, 2); // RGB
  field(273, LONG, 1, pixelsAt);
  field(274, SHORT, 1, orientation);
  field(277, SHORT, 1, channels);
  field(278, LONG, 1, height); // rows in the strip; there is only one
  field(279, LONG, 1, data.length);
  field(284, SHORT, 1, 1); // the channels of a pixel follow each other
  if (channels === 4) field(338, SHORT, 1, 2); // the fourth is alpha
  if (profile) field(34675, UNDEFINED, profile.length, profileAt);
  for (let i = 0; i < channels; i++) file.writeUInt16LE(8, depthsAt + 2 * i);
  profile?.copy(file, profileAt);
  data.copy(file, pixelsAt);
  return file;
}
