import type { ReviewFind } from "#domain/review/answers.ts";

/** What only the admin can do with a find that is reviewed. */
export interface ReviewTools {
  /** Opens the dialog with all fields. */
  onEdit: (find: ReviewFind) => void;
  /** Opens the choice of its place. */
  onPlace: (find: ReviewFind) => void;
  /** Saves another rock number. Resolves with why it could not be; undefined if it is saved. */
  saveNumber: (
    find: ReviewFind,
    rockNumber: number,
  ) => Promise<string | undefined>;
  /** The rock of a number as the catalogue has it; null if it isn't there. */
  lookUp: (rockNumber: number) => Promise<ReviewFind["rock"]>;
}
