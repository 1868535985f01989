import type { PictureToSend } from "./find-store.ts";

/** The site's reasons to refuse pictures are lines of 'file name: reason'. */

export const withRefusals = (
  pictures: PictureToSend[],
  said = "",
): PictureToSend[] =>
  pictures.map((picture) => {
    const begin = beginOf(picture);
    const line = linesOf(said).find((line) => line.startsWith(begin));
    return { ...picture, refusal: line?.slice(begin.length) };
  });

/** The lines of a refusal that are about no single picture. */
export const saidOfNone = (pictures: PictureToSend[], said = "") =>
  linesOf(said)
    .filter((line) => !pictures.some((one) => line.startsWith(beginOf(one))))
    .join("\n");

const beginOf = ({ file: { name } }: PictureToSend) => `${name}: `;
const linesOf = (said: string) => said.split("\n");
