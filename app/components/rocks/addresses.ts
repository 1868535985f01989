import type { RockPost } from "#domain/finds/answers.ts";

/** Where a rock's pictures stand. */

/** 512×512. */
export const cataloguePicture = (rockNumber: number) =>
  `/media/catalog/${rockNumber}/a_sm.webp`;

export const largeCataloguePicture = (rockNumber: number) =>
  `/media/catalog/${rockNumber}/a.webp`;

/** Fits 320×320. */
export const postThumbnail = (post: RockPost, name: string) =>
  `/media/rocks/${post.rock_number}/${post.uuid}/sm/${name}.webp`;

/** Fits 2048×2048. */
export const postPicture = (post: RockPost, name: string) =>
  `/media/rocks/${post.rock_number}/${post.uuid}/webp/${name}.webp`;
